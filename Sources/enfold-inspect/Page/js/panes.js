// The panes at the right as tabs, and the bars between the columns.
import { byId } from "./dom.js";

export const panes = ["entry", "state", "blame", "compare", "send", "breakpoints", "charts"];

export class Panes {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		for (const name of panes) byId(`tab-${name}`).addEventListener("click", () => model.show(name));
		byId("panes").addEventListener("keydown", (event) => {
			const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
			if (!step) return;
			const next = panes[(panes.indexOf(model.pane) + step + panes.length) % panes.length];
			model.show(next);
			byId(`tab-${next}`).focus();
			event.preventDefault();
			event.stopPropagation();
		});
		model.watch(["pane"], () => this.paint());
		this.paint();
		resizes(byId("split"), byId("main"), "--right", 320, 960);
	}

	paint() {
		for (const name of panes) {
			const isShown = name === this.model.pane;
			const tab = byId(`tab-${name}`);
			tab.setAttribute("aria-selected", String(isShown));
			tab.tabIndex = isShown ? 0 : -1;
			byId(`pane-${name}`).hidden = !isShown;
			if (isShown) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
	}
}

/**
 * A bar that is dragged, or moved by the arrow keys.
 * @param {HTMLElement} bar @param {HTMLElement} box @param {string} property @param {number} least @param {number} most
 */
function resizes(bar, box, property, least, most) {
	let width = 0;
	const put = (/** @type {number} */ wanted) => {
		width = Math.max(least, Math.min(most, box.clientWidth - 560, wanted));
		box.style.setProperty(property, `${Math.max(least, width)}px`);
		bar.setAttribute("aria-valuenow", String(Math.round(width)));
	};
	const now = () => width || box.clientWidth - bar.getBoundingClientRect().right;
	bar.setAttribute("aria-valuemin", String(least));
	bar.setAttribute("aria-valuemax", String(most));
	bar.setAttribute("aria-valuenow", String(least));
	bar.addEventListener("pointerdown", (event) => {
		bar.setPointerCapture(event.pointerId);
		event.preventDefault();
	});
	bar.addEventListener("pointermove", (event) => bar.hasPointerCapture(event.pointerId) && put(box.getBoundingClientRect().right - event.clientX));
	bar.addEventListener("keydown", (event) => {
		if (event.key === "ArrowLeft") put(now() + 24);
		else if (event.key === "ArrowRight") put(now() - 24);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
}
