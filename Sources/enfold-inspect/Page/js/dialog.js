// Dialogs: a question, and the help for the keyboard.
import { el } from "./dom.js";

/** @param {HTMLDialogElement} dialog */
function open(dialog) {
	document.body.append(dialog);
	dialog.addEventListener("close", () => dialog.remove());
	dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
	dialog.showModal();
}

/**
 * Asks before something is done.
 * @param {{title: string, text: string[], yes: string}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes }) {
	return new Promise((answer) => {
		let said = false;
		/** @type {HTMLDialogElement} */
		const dialog = el(
			"dialog",
			{ class: "dialog", "aria-labelledby": "dialog-title" },
			el(
				"div",
				{ class: "dialog-body" },
				el("h2", { id: "dialog-title" }, title),
				...text.map((line) => el("p", {}, line)),
				el(
					"div",
					{ class: "dialog-buttons" },
					el("button", { class: "button", onclick: () => dialog.close() }, "Cancel"),
					el("button", { class: "button primary", autofocus: true, onclick: () => ((said = true), dialog.close()) }, yes),
				),
			),
		);
		dialog.addEventListener("close", () => answer(said));
		open(dialog);
	});
}

const keys = /** @type {[string, [string, string][]][]} */ ([
	["Everywhere", [["/", "search the log"], ["1 … 7", "choose a pane"], ["?", "this help"], ["F8", "let the held store go on"], ["F10", "one step of the held store"]]],
	["Time", [["← →", "the commit before, the next one"], ["Esc", "back to live"], ["a  b", "mark this moment as A, as B"]]],
	["Log", [["↑ ↓", "the entry before, the next one"], ["Page ↑ ↓", "a page up, down"], ["Home  End", "the first one, the newest one (live)"]]],
	["State", [["↑ ↓ ← →", "go through the tree, fold and unfold"], ["b", "who changed this?"], ["p", "pin"], ["v  c", "copy the value, the pointer"], ["k", "hold the store when this changes"]]],
	["Send", [["Ctrl Space", "what can stand here"], ["Tab", "take it"], ["Ctrl Enter", "send"]]],
]);

export function showHelp() {
	/** @type {HTMLDialogElement} */
	const dialog = el(
		"dialog",
		{ class: "dialog wide", "aria-labelledby": "dialog-title" },
		el(
			"div",
			{ class: "dialog-body" },
			el("h2", { id: "dialog-title" }, "Keyboard"),
			el(
				"div",
				{ class: "keys" },
				...keys.map(([title, list]) =>
					el("section", {}, el("h3", {}, title), el("dl", {}, ...list.flatMap(([key, text]) => [el("dt", {}, ...key.split(/ {1,2}(?=\S)/).map((one) => el("kbd", {}, one))), el("dd", {}, text)]))),
				),
			),
			el("div", { class: "dialog-buttons" }, el("button", { class: "button", autofocus: true, onclick: () => dialog.close() }, "Close")),
		),
	);
	open(dialog);
}
