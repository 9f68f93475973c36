// Shows a JSON value that can be folded.
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { compact, quote, tryParse, visible } from "./json.js";
import { counted } from "./format.js";

/** So many members are shown at once. */
const atOnce = 100;
/** What fits into so many characters is shown in one line. */
const short = 64;

// A text of a leaf with its colour.
/** @param {JSONNode} node */
function leaf(node) {
	return el("span", { class: `j-${node.kind}` }, compact(node));
}

// A JSON text in one line with its colours; one that was cut stays plain.
/** @param {string} text @param {boolean} [cut] */
export function inline(text, cut) {
	const node = cut ? undefined : tryParse(text);
	const line = el("span", { class: "json" });
	if (node) colour(line, node);
	else line.append(visible(text) + (cut ? "…" : ""));
	return line;
}

/** @param {HTMLElement} into @param {JSONNode} node */
function colour(into, node) {
	if (node.kind === "object" || node.kind === "array") {
		const [left, right] = node.kind === "object" ? "{}" : "[]";
		into.append(punctuation(left));
		const count = node.kind === "object" ? node.pairs.length : node.items.length;
		for (let index = 0; index < count; index += 1) {
			if (index) into.append(punctuation(", "));
			if (node.kind === "object") {
				into.append(el("span", { class: "j-key" }, bare(node.pairs[index][0])), punctuation(": "));
				colour(into, node.pairs[index][1]);
			} else colour(into, node.items[index]);
		}
		into.append(punctuation(right));
	} else into.append(leaf(node));
}

/** @param {string} text */
const punctuation = (text) => el("span", { class: "j-punctuation" }, text);

// A key, without quotes if nobody needs them.
/** @param {string} key */
export const bare = (key) => (/^[\w$@#. -]+$/.test(key) && key.trim() === key ? key : quote(key));

/** @param {string} text @param {{open?: number, cut?: boolean}} [options] so many levels are open at first */
export function jsonView(text, options = {}) {
	const box = el("div", { class: "json json-view" });
	const node = options.cut ? undefined : tryParse(text);
	if (node) box.append(line(undefined, node, options.open ?? 2));
	else box.append(el("div", { class: "json-line plain" }, visible(text) + (options.cut ? "…" : "")));
	return box;
}

/** @param {string|undefined} key @param {JSONNode} node @param {number} open */
function line(key, node, open) {
	/** @type {(Node|null)[]} */
	const name = key === undefined ? [] : [el("span", { class: "j-key" }, bare(key)), punctuation(": ")];
	if (node.kind !== "object" && node.kind !== "array") {
		return el("div", { class: "json-line" }, el("span", { class: "json-space" }), ...name, leaf(node));
	}
	const count = node.kind === "object" ? node.pairs.length : node.items.length;
	const whole = compact(node);
	if (count === 0 || (whole.length <= short && key !== undefined) || (whole.length <= short && isFlat(node))) {
		const content = el("span");
		colour(content, node);
		return el("div", { class: "json-line" }, el("span", { class: "json-space" }), ...name, content);
	}
	return foldable(name, node, count, open);
}

/** @param {JSONNode} node */
function isFlat(node) {
	const values = node.kind === "object" ? node.pairs.map((pair) => pair[1]) : node.kind === "array" ? node.items : [];
	return values.every((value) => value.kind !== "object" && value.kind !== "array");
}

/** @param {(Node|null)[]} name @param {JSONNode} node @param {number} count @param {number} open */
function foldable(name, node, count, open) {
	const [left, right] = node.kind === "object" ? "{}" : "[]";
	const inside = el("div", { class: "json-inside", hidden: true });
	const preview = el("span", { class: "j-preview" }, ` ${counted(count, node.kind === "object" ? "member" : "element")} `, punctuation(right));
	let shown = 0;
	const more = () => {
		const until = Math.min(count, shown + atOnce);
		for (; shown < until; shown += 1) {
			const pair = /** @type {[string, JSONNode]} */ (node.kind === "object" ? node.pairs[shown] : [String(shown), node.kind === "array" && node.items[shown]]);
			inside.append(line(pair[0], pair[1], open - 1));
		}
		if (shown < count) {
			const button = el("button", { class: "link json-more" }, `Show ${Math.min(atOnce, count - shown)} more of ${counted(count, "element")}`);
			button.addEventListener("click", () => (button.remove(), more()));
			inside.append(button);
		}
	};
	const toggle = el("button", { class: "twisty", "aria-label": "Fold", "aria-expanded": "false" }, icon("chevron"));
	const turn = () => {
		const opens = inside.hidden;
		if (opens && shown === 0) more();
		inside.hidden = !opens;
		preview.hidden = opens;
		toggle.setAttribute("aria-expanded", String(opens));
	};
	toggle.addEventListener("click", turn);
	if (open > 0) turn();
	const head = el("div", { class: "json-line" }, toggle, ...name, punctuation(left), preview);
	return el("div", {}, head, inside);
}
