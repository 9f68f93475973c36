// Writes times, durations and counts for people.

const grouped = new Intl.NumberFormat("en");

/** @param {number} count */
export const number = (count) => grouped.format(count);

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

// Nanoseconds.
/** @param {number|null|undefined} ns */
export function duration(ns) {
	if (ns === null || ns === undefined) return "";
	if (ns < 1000) return `${Math.round(ns)} ns`;
	for (const [unit, size] of /** @type {[string, number][]} */ ([["µs", 1e3], ["ms", 1e6]])) {
		const value = ns / size;
		if (value < 999.5) return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
	}
	return `${(ns / 1e9).toFixed(2)} s`;
}

// The time of a day, with milliseconds.
/** @param {string|undefined} time a text as in RFC 3339 */
export function clock(time) {
	if (!time) return "";
	const date = new Date(time);
	if (Number.isNaN(date.getTime())) return time;
	return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

// The day and the time as it stands in the file, with all its digits.
/** @param {string|undefined} time */
export const wholeTime = (time) => (time ? time.replace("T", " ").replace("Z", " UTC") : "");

/** @param {number} value */
const two = (value) => String(value).padStart(2, "0");

// All the time that an entry took.
/** @param {Row} row */
export function total(row) {
	if (row.reduced === undefined && row.told === undefined && row.waited === undefined) return undefined;
	return (row.waited ?? 0) + (row.reduced ?? 0) + (row.encoded ?? 0) + (row.told ?? 0);
}

/**
 * What the action carries, as text: `{"add":{"title":"bread"}}` has the type `add` and the rest.
 * @param {Row} row
 */
export function payload(row) {
	const label = row.label ?? "";
	const tail = row.cut ? "…" : "";
	if (!row.type) return label + tail;
	if (label === row.type || label === JSON.stringify(row.type)) return "";
	const head = `{${JSON.stringify(row.type)}:`;
	if (!label.startsWith(head)) return label + tail;
	const rest = row.cut ? label.slice(head.length) : label.slice(head.length, -1);
	return rest === "{}" ? "" : rest + tail;
}

// A token of a JSON Pointer.
/** @param {string} key */
export const token = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

// The pointer of what is around, or null.
/** @param {string} pointer */
export const parent = (pointer) => (pointer === "" ? null : pointer.slice(0, pointer.lastIndexOf("/")));

// How many UTF-16 units the first bytes of a text have in UTF-8.
/** @param {string} text @param {number} bytes */
export function unitsOf(text, bytes) {
	let units = 0;
	let seen = 0;
	for (const character of text) {
		if (seen >= bytes) break;
		const code = /** @type {number} */ (character.codePointAt(0));
		seen += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
		units += character.length;
	}
	return units;
}
