// The keys that work everywhere.
import { byId, isWriting } from "./dom.js";
import { showHelp } from "./dialog.js";
import { panes } from "./panes.js";

/** @param {Model} model @param {import("./held.js").HeldBanner} held */
export function listen(model, held) {
	document.addEventListener("keydown", (event) => {
		if (document.querySelector("dialog[open]")) return;
		if (event.key === "F8" && held.store) held.goOn();
		else if (event.key === "F10" && held.store) held.step();
		else if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
		else if (event.key === "/") byId("search").focus();
		else if (event.key === "?") showHelp();
		else if (event.key === "ArrowLeft") model.stepCommit(-1);
		else if (event.key === "ArrowRight") model.stepCommit(1);
		else if (event.key === "Escape") model.live();
		else if (event.key === "a" || event.key === "b") model.mark(event.key, model.shown);
		else if (panes[Number(event.key) - 1]) model.show(panes[Number(event.key) - 1]);
		else return;
		event.preventDefault();
	});
}
