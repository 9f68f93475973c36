// Small plots: lines over time, with the names of their axes.
import { el, svg } from "./dom.js";

// A line without axes, for a row.
/** @param {number[]} places from 0 to 1 @param {number[]} values @param {number} width @param {number} height @param {string} label */
export function spark(places, values, width, height, label) {
	const low = Math.min(...values);
	const high = Math.max(...values);
	const room = height - 4;
	const y = (/** @type {number} */ value) => (high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * room);
	let path = "";
	values.forEach((value, index) => {
		const x = (1 + places[index] * (width - 5)).toFixed(1);
		path += index === 0 ? `M${x} ${y(value).toFixed(1)}` : `H${x}V${y(value).toFixed(1)}`;
	});
	const last = y(values[values.length - 1]);
	path += `H${width - 4}`;
	return svg(
		"svg",
		{ class: "spark", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
		svg("path", { class: "spark-fill", d: `${path}V${height}H1Z` }),
		svg("path", { class: "spark-line", d: path }),
		svg("circle", { class: "spark-dot", cx: width - 3, cy: last.toFixed(1), r: 2 }),
	);
}

/**
 * A plot with axes.
 * @param {object} options
 * @param {string} options.label what it shows, for people who listen
 * @param {Series[]} options.series
 * @param {(value: number) => string} options.format
 * @param {string[]} options.ends what stands at the left and the right end of the time
 * @param {boolean} [options.area]
 * @param {number} options.width
 */
export function plot({ label, series, format, ends, area, width }) {
	const height = 108;
	const left = 52;
	const bottom = 18;
	const values = series.flatMap((each) => each.values.map((value) => value ?? 0));
	const top = nice(Math.max(1, ...values));
	const count = Math.max(2, series[0]?.values.length ?? 2);
	const x = (/** @type {number} */ index) => left + (index / (count - 1)) * (width - left - 4);
	const y = (/** @type {number} */ value) => 6 + (1 - value / top) * (height - bottom - 6);
	const image = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
	for (const part of [0, 0.5, 1]) {
		const at = y(top * part).toFixed(1);
		image.append(
			svg("line", { class: part === 0 ? "axis" : "grid", x1: left, x2: width - 4, y1: at, y2: at }),
			svg("text", { x: left - 6, y: Number(at) + 3.5, "text-anchor": "end" }, format(top * part)),
		);
	}
	image.append(svg("text", { x: left, y: height - 2 }, ends[0]), svg("text", { x: width - 4, y: height - 2, "text-anchor": "end" }, ends[1]));
	for (const { tone, values: own } of series) {
		let path = "";
		let begins = true;
		let start = 0;
		own.forEach((value, index) => {
			if (value === null) {
				begins = true;
				return;
			}
			if (begins) start = index;
			const isAlone = begins && (own[index + 1] ?? null) === null;
			if (isAlone) image.append(svg("circle", { class: tone, cx: x(index).toFixed(1), cy: y(value).toFixed(1), r: 2 }));
			else path += `${begins ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
			begins = false;
		});
		if (area && path && !own.includes(null)) image.append(svg("path", { class: `area ${tone}`, d: `${path}V${y(0)}H${x(start).toFixed(1)}Z` }));
		image.append(svg("path", { class: `line ${tone}`, d: path }));
	}
	return image;
}

/** @param {Series[]} series @param {(values: (number|null)[]) => string} last */
export function legend(series, last) {
	return el("ul", { class: "legend" }, ...series.map(({ name, tone, values }) => el("li", {}, el("span", { class: `swatch ${tone}` }), name, " ", el("b", {}, last(values)))));
}

// The next number that reads well.
/** @param {number} value */
function nice(value) {
	const size = 10 ** Math.floor(Math.log10(value));
	for (const step of [1, 2, 4, 5, 10]) if (value <= step * size) return step * size;
	return 10 * size;
}
