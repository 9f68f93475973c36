// Shows the operations of a difference: a mark, the place, the value before and behind.
import { el } from "./dom.js";
import { counted } from "./format.js";
import { inline } from "./jsonview.js";

const signs = /** @type {Record<string, {sign: string, word: string, tone: string}>} */ ({
	add: { sign: "+", word: "added", tone: "added" },
	remove: { sign: "−", word: "removed", tone: "removed" },
	replace: { sign: "~", word: "replaced", tone: "replaced" },
});

/** @param {string} op */
export const signOf = (op) => signs[op] ?? { sign: "~", word: op, tone: "replaced" };

/** @param {string} tone @param {string} sign @param {string} text @param {boolean|undefined} cut */
const value = (tone, sign, text, cut) =>
	el("div", { class: `change-value ${tone}` }, el("span", { class: "change-sign", "aria-hidden": "true" }, sign), inline(text, cut));

/**
 * @param {{operations: Operation[], more: number}} difference
 * @param {(pointer: string) => void} pick called with the place that was clicked
 */
export function changeList(difference, pick) {
	const list = el("ul", { class: "changes" });
	for (const { op, path, before, after, cut } of difference.operations) {
		const { sign, word, tone } = signOf(op);
		const place = el("button", { class: "path", title: "Show it in the state", onclick: () => pick(path) }, path === "" ? "the whole state" : path);
		list.append(
			el(
				"li",
				{ class: `change ${tone}` },
				el("div", { class: "change-head" }, el("span", { class: `badge ${tone}`, title: word }, sign, el("span", { class: "hear" }, word)), place),
				before !== undefined && value("removed", "−", before, cut),
				after !== undefined && value("added", "+", after, cut),
			),
		);
	}
	if (difference.more) list.append(el("li", { class: "note" }, `and ${counted(difference.more, "more change")}`));
	return list;
}
