// The icons: strokes in a square of 16.
import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const strokes = {
	action: "M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z",
	set: "M10.8 2.8l2.4 2.4-7.6 7.6-3.1.7.7-3.1z",
	binding: "M6.5 9.5l3-3M7 4.8l1.4-1.4a2.6 2.6 0 0 1 3.8 3.8L10.8 8.6M9 11.2l-1.4 1.4a2.6 2.6 0 0 1-3.8-3.8l1.4-1.4",
	restore: "M3 8a5 5 0 1 0 1.6-3.7M3 2.8v2.9h2.9",
	shared: "M8 9.5V2.5M5.5 4.8 8 2.3l2.5 2.5M4 8.5v4.7h8V8.5",
	mutation: "M2.5 8h2l1.5-4 3 8 1.5-4h3",
	"effect began": "M6 4.2 11.5 8 6 11.8z",
	"effect ended": "M4.8 4.8h6.4v6.4H4.8z",
	request: "M4.5 11.5l7-7M6.3 4.5h5.2v5.2",
	answer: "M11.5 4.5l-7 7M4.5 6.3v5.2h5.2",
	opened: "M8 4.5v7M4.5 8h7",
	closed: "M5 5l6 6M11 5l-6 6",
	held: "M6 4.2v7.6M10 4.2v7.6",
	released: "M6 4.2 11.5 8 6 11.8z",
	state: "M3 4.5h10M3 8h10M3 11.5h6",
	checkpoint: "M3.5 8.3l3 3 6-6.5",
	dependency: "M3.5 3.5h9v9h-9zM6 6h.1M10 10h.1M10 6h.1M6 10h.1",
	mark: "M4.5 14V2.5h7.2L10 5.3l1.7 2.8H4.5",
	dropped: "M8 2.6 14 13H2zM8 6.5v3.2M8 11.4v.1",
	search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2",
	filter: "M2.5 4.5h11M4.5 8h7M6.5 11.5h3",
	copy: "M5.5 5.5h7.3v7.3H5.5zM3.2 10.3V3.2h7.1",
	pin: "M6 2.5h4l-.4 4 2.2 2.2H4.2L6.4 6.5zM8 8.7v4.8",
	blame: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 5v3.3l2.2 1.4",
	break: "M5.3 2.5h5.4l2.8 2.8v5.4l-2.8 2.8H5.3l-2.8-2.8V5.3z",
	close: "M4.5 4.5l7 7M11.5 4.5l-7 7",
	first: "M11.5 4 6 8l5.5 4zM4.5 4v8",
	previous: "M10.5 4 5 8l5.5 4z",
	next: "M5.5 4 11 8l-5.5 4z",
	sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
	moon: "M13 9.3A5.5 5.5 0 1 1 6.7 3 4.4 4.4 0 0 0 13 9.3z",
	auto: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 2v12M8.5 4.5h3M8.5 8h5M8.5 11.5h3",
	help: "M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 11.9v.1",
	import: "M8 2.5v7M5.3 7 8 9.7 10.7 7M3 10.5v2.7h10v-2.7",
	export: "M8 9.7v-7M5.3 5.2 8 2.5l2.7 2.7M3 10.5v2.7h10v-2.7",
	chevron: "M6 4l4 4-4 4",
	down: "M4 6l4 4 4-4",
	caused: "M4 3v6h7.5M9 6.5 11.5 9 9 11.5",
	pointer: "M10.5 3 5.5 13",
	step: "M3 12.5h2M8 2.5v6M5.5 6.2 8 8.7l2.5-2.5M7 12.5h2M11 12.5h2",
	newest: "M8 3v9M4.5 8.7 8 12.2l3.5-3.5",
	more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
};

/** @param {string} name @param {string} [label] what it says to people who listen; without it, nothing */
export function icon(name, label) {
	return svg(
		"svg",
		{
			class: `icon icon-${name.replace(" ", "-")}`,
			viewBox: "0 0 16 16",
			"aria-hidden": label ? null : "true",
			role: label ? "img" : null,
			"aria-label": label,
		},
		svg("path", { d: strokes[name] ?? strokes.more }),
	);
}

/** Puts the icons into index.html. */
export function placeIcons() {
	for (const place of document.querySelectorAll("[data-icon]")) place.replaceWith(icon(place.getAttribute("data-icon") ?? ""));
}
