// The entry at the cursor: its action, what it changed, why it came and what came of it.
import { blank, byId, copy, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { counted, duration, number, total, wholeTime } from "./format.js";
import { compact, member, pretty, textOf, tryParse, visible } from "./json.js";
import { jsonView } from "./jsonview.js";
import { changeList } from "./changes.js";
import { kindNames, words } from "./log.js";

/** What an entry carries besides its action, and what that is called here. */
const carried = /** @type {[string, string][]} */ ([
	["action", "Action"],
	["payload", "Asked"],
	["value", "Value"],
	["state", "State"],
]);

const phases = /** @type {[keyof Row & ("waited"|"reduced"|"encoded"|"told"), string, string][]} */ ([
	["waited", "waited", "in the queue"],
	["reduced", "reduced", "the state was changed"],
	["encoded", "encoded", "the changes were written for observers"],
	["told", "told", "the observers were told"],
]);

/** A line longer than this is not looked into. */
const longest = 2_000_000;

export class EntryPane {
	/** @param {Model} model @param {(pointer: string) => void} showInState */
	constructor(model, showInState) {
		this.model = model;
		this.showInState = showInState;
		this.box = byId("pane-entry");
		this.shownEntry = /** @type {object|null} */ (null);
		model.watch(["entry", "source"], () => this.paint());
		model.watch(["marks"], () => ((this.shownEntry = null), this.paint()));
		model.watch(["pane"], () => this.paint());
	}

	paint() {
		const { model, box } = this;
		if (model.pane !== "entry") return;
		const entry = model.entry;
		if (!entry) {
			this.shownEntry = null;
			fill(box, blank("No entry", model.source ? "What is selected in the log is shown here." : "There is no program to look at."));
			return;
		}
		if (entry === this.shownEntry) return;
		this.shownEntry = entry;
		const { row, line } = entry;
		const node = line.length <= longest ? tryParse(line) : undefined;
		const top = box.scrollTop;
		fill(box, this.head(row), this.facts(row, node), this.timing(row), ...this.parts(row, node), this.difference(entry), this.causes(entry), this.raw(line, node));
		box.scrollTop = top;
	}

	/** @param {Row} row */
	head(row) {
		const { model } = this;
		const store = model.store(row.store);
		const mark = (/** @type {"a"|"b"} */ name) => {
			const isHere = model.marks[name] === row.n;
			return el(
				"button",
				{
					class: "button small",
					"aria-pressed": String(isHere),
					title: `Mark this moment as ${name.toUpperCase()}, to compare it (${name})`,
					onclick: () => model.mark(name, isHere ? null : row.n),
				},
				`Mark ${name.toUpperCase()}`,
			);
		};
		return el(
			"header",
			{ class: `entry-head kind-${row.kind.replace(" ", "-")}` },
			el("span", { class: "entry-icon" }, icon(row.kind)),
			el(
				"div",
				{ class: "grow" },
				el("h2", {}, visible(words(row).around + words(row).name)),
				el("p", { class: "under" }, `#${number(row.n)}`, el("span", { class: "dot" }), kindNames[row.kind] ?? row.kind, store ? el("span", { class: "dot" }) : null, store ? store.name : null, row.revision !== undefined ? ` revision ${number(row.revision)}` : null),
			),
			el("div", { class: "buttons" }, mark("a"), mark("b")),
		);
	}

	/** @param {Row} row @param {JSONNode|undefined} node */
	facts(row, node) {
		const list = el("dl", { class: "facts" });
		const fact = (/** @type {string} */ name, /** @type {string|undefined} */ value, code = false) => {
			if (value) list.append(el("dt", {}, name), el("dd", { class: code ? "code" : null }, visible(value)));
		};
		fact("Time", wholeTime(row.time));
		fact("Tag", row.tag, true);
		fact("Effect", textOf(member(node, "effect")), true);
		fact("Row", textOf(member(node, "row")), true);
		fact("Request", textOf(member(node, "request")), true);
		fact("Outcome", textOf(member(node, "outcome")));
		fact("Dependency", textOf(member(node, "dependency")), true);
		fact("Message", textOf(member(node, "message")));
		const task = member(node, "task");
		if (task) fact("Task", compact(task));
		fact("Depends on", textOf(member(node, "depends")));
		return list;
	}

	/** @param {Row} row */
	timing(row) {
		const all = total(row);
		if (all === undefined) return null;
		const bar = el("div", { class: "timing-bar", "aria-hidden": "true" });
		const legend = el("ul", { class: "timing-legend" });
		for (const [member_, name, about] of phases) {
			const took = row[member_];
			if (took === undefined) continue;
			const part = el("span", { class: `phase ${name}`, title: `${name}: ${duration(took)}` });
			part.style.flexGrow = String(Math.max(took, all / 200));
			bar.append(part);
			legend.append(el("li", { title: about }, el("span", { class: `swatch ${name}` }), `${name} `, el("b", {}, duration(took))));
		}
		return el("section", {}, el("h3", {}, "Timing", el("span", { class: "aside" }, duration(all))), bar, legend);
	}

	/** @param {Row} row @param {JSONNode|undefined} node @returns {(HTMLElement|null)[]} */
	parts(row, node) {
		if (!node) return row.label ? [el("section", {}, el("h3", {}, "Action"), jsonView(row.label, { cut: row.cut }))] : [];
		return carried.map(([name, title]) => {
			const found = member(node, name);
			if (!found) return null;
			const button = el("button", { class: "icon-button", "aria-label": `Copy: ${title}`, title: "Copy", onclick: () => copy(pretty(found), title.toLowerCase()) }, icon("copy"));
			return el("section", {}, el("h3", {}, title, button), jsonView(compact(found), { open: name === "state" ? 1 : 3 }));
		});
	}

	/** @param {NonNullable<Model["entry"]>} entry */
	difference({ row, difference }) {
		if (!row.commit) return null;
		const count = difference.operations.length + difference.more;
		return el(
			"section",
			{},
			el("h3", {}, "Difference", el("span", { class: "aside" }, count ? counted(count, "change") : "")),
			count ? changeList(difference, this.showInState) : el("p", { class: "note" }, "It changed nothing."),
		);
	}

	/** @param {NonNullable<Model["entry"]>} entry */
	causes({ row, caused }) {
		if (row.cause === undefined && !row.commit && caused.length === 0) return null;
		const { model } = this;
		const link = (/** @type {number} */ n) => el("button", { class: "link-row", onclick: () => model.go(n) }, icon("caused"), `#${number(n)}`);
		return el(
			"section",
			{},
			el("h3", {}, "Why"),
			el(
				"div",
				{ class: "links" },
				el("span", { class: "links-name" }, "came from"),
				row.cause !== undefined ? link(row.cause) : el("span", { class: "note" }, "outside"),
			),
			caused.length ? el("div", { class: "links" }, el("span", { class: "links-name" }, "caused"), ...caused.map(link), caused.length >= 50 ? el("span", { class: "note" }, "and more") : null) : null,
		);
	}

	/** @param {string} line @param {JSONNode|undefined} node */
	raw(line, node) {
		const details = el("details", { class: "raw" }, el("summary", {}, "The line as it came", el("span", { class: "aside" }, `${number(line.length)} characters`)));
		details.addEventListener("toggle", () => {
			if (!details.open || details.childElementCount > 1) return;
			const shown = line.length > 100_000 ? `${line.slice(0, 100_000)}…` : line;
			details.append(
				el("div", { class: "buttons" }, el("button", { class: "button small", onclick: () => copy(line, "the line") }, icon("copy"), "Copy")),
				el("pre", { class: "raw-line", tabindex: 0, "aria-label": "The line as it came" }, visible(shown)),
			);
		});
		return el("section", { class: node ? "" : "open" }, details);
	}
}
