// The log: a list of which only the rows that are seen exist.
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { clock, counted, duration, number, payload, total, wholeTime } from "./format.js";
import { compact, tryParse, visible } from "./json.js";
import { pageSize, Rows } from "./rows.js";
import { latest } from "./once.js";
import { noFilters } from "./model.js";

const height = 28;
/** Browsers cannot make an element higher than some millions of points; above this the scrollbar stands for more. */
const highest = 8_000_000;
const overscan = 6;

export const kindNames = /** @type {Record<string, string>} */ ({
	action: "action",
	set: "write",
	binding: "binding",
	restore: "restored state",
	shared: "shared value",
	mutation: "mutation",
	"effect began": "effect began",
	"effect ended": "effect ended",
	request: "request",
	answer: "answer",
	opened: "store opened",
	closed: "store closed",
	held: "store held",
	released: "store released",
	dependency: "dependency",
	mark: "mark",
	dropped: "dropped",
	state: "state",
	checkpoint: "checkpoint",
	lost: "lost line",
});

// The row's words, for kinds that have no action.
/** @param {Row} row @returns {{around: string, name: string, rest: string}} */
export function words(row) {
	if (row.kind === "dropped" || row.kind === "mark") return { around: "", name: row.label || kindNames[row.kind], rest: "" };
	if (row.type) return inside(row.type, payload(row));
	return { around: "", name: kindNames[row.kind] ?? row.kind, rest: payload(row) };
}

/**
 * Actions of a part of a feature lie in that of the whole: `{"counter":{"increment":{}}}` is `counter › increment`.
 * @param {string} name @param {string} rest
 */
function inside(name, rest) {
	let node = rest.startsWith("{") ? tryParse(rest) : undefined;
	let around = "";
	if (!node) return { around, name, rest };
	while (node.kind === "object" && node.pairs.length === 1 && node.pairs[0][1].kind === "object") {
		around += `${name} › `;
		name = node.pairs[0][0];
		node = node.pairs[0][1];
	}
	return { around, name, rest: node.kind === "object" && node.pairs.length === 0 ? "" : compact(node) };
}

export class Log {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.grid = byId("log");
		this.space = byId("log-space");
		this.empty = byId("log-empty");
		this.pill = byId("newest");
		this.counter = byId("log-count");
		this.rows = new Rows(
			(from, count) => model.api.get("log", { ...model.query(), from, count }),
			() => this.arrived(),
		);
		/** @type {Line[]} */
		this.lines = [];
		/** The first row that is seen; a fraction of it may be above. */
		this.first = 0;
		/** Whether the list follows the newest row. */
		this.sticks = true;
		/** The index of the row at the cursor, or -1. */
		this.selected = -1;
		/** Whether a scroll that is about to be told is our own. */
		this.ownTop = -1;
		this.refresh = latest(() => this.loadEnd(), 120);
		this.findCursor = latest(() => this.place());
		this.frame = 0;
		/** Why there is no row. */
		this.emptiness = "";

		this.grid.addEventListener("scroll", () => this.scrolled());
		this.grid.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
		this.grid.addEventListener("keydown", (event) => this.key(event));
		this.space.addEventListener("click", (event) => this.click(event));
		this.pill.addEventListener("click", () => {
			model.live();
			this.stick();
			this.grid.focus();
		});
		new ResizeObserver(() => this.paint()).observe(this.grid);
		model.watch(["source", "filters"], () => this.restart());
		model.watch(["counts"], () => this.refresh());
		model.watch(["connection"], () => model.connection.state === "on" && this.restart(true));
		model.watch(["cursor"], () => this.cursor());
		model.watch(["marks", "sources"], () => this.paint());
	}

	/** @param {boolean} [keeps] whether the place stays */
	restart(keeps) {
		const { model } = this;
		this.rows.clear();
		this.selected = -1;
		if (!keeps) {
			this.first = 0;
			this.sticks = model.at === null;
		}
		this.emptiness = "";
		this.refresh();
		if (model.at !== null) this.findCursor();
		this.paint();
	}

	get isPlain() {
		const { text, type, tag, path, kinds, changed, group } = this.model.filters;
		return this.model.storeId === null && !text && !type && !tag && !path && !kinds.length && !changed && !group;
	}

	async loadEnd() {
		const { model, rows } = this;
		if (!model.source) {
			this.paint();
			return;
		}
		const guess = this.isPlain ? model.source.count : Math.max(rows.total, 1);
		await rows.loadEnd(guess);
		model.setTail(rows.last);
	}

	arrived() {
		if (this.sticks) this.first = this.end;
		this.repaint();
	}

	repaint() {
		if (this.frame) return;
		this.frame = requestAnimationFrame(() => {
			this.frame = 0;
			this.paint();
		});
	}

	// Where the list is

	/** So many rows are seen. */
	get seen() {
		return Math.max(1, (this.grid.clientHeight - height) / height);
	}

	/** The first row, if the last one is at the bottom. */
	get end() {
		return Math.max(0, this.rows.total - this.seen);
	}

	get isScaled() {
		return this.rows.total * height > highest;
	}

	scrolled() {
		if (Math.abs(this.grid.scrollTop - this.ownTop) < 1) return;
		const { scrollTop, scrollHeight, clientHeight } = this.grid;
		this.first = this.isScaled ? (scrollTop / Math.max(1, scrollHeight - clientHeight)) * this.end : scrollTop / height;
		this.sticks = this.model.at === null && this.first >= this.end - 0.5;
		this.paint();
	}

	/** @param {WheelEvent} event */
	wheel(event) {
		if (!this.isScaled) return;
		event.preventDefault();
		this.first = Math.max(0, Math.min(this.end, this.first + event.deltaY / height));
		this.sticks = this.model.at === null && this.first >= this.end - 0.5;
		this.paint();
	}

	stick() {
		this.sticks = true;
		this.first = this.end;
		this.paint();
	}

	/** @param {number} index */
	reveal(index) {
		const whole = Math.floor(this.seen);
		if (index < this.first) this.first = index;
		else if (index > this.first + whole - 1) this.first = Math.min(this.end, index - whole + 1);
		this.first = Math.max(0, this.first);
	}

	// The cursor

	cursor() {
		const { model } = this;
		if (model.at === null) {
			this.selected = -1;
			this.stick();
			return;
		}
		this.sticks = false;
		const line = this.lines.find((each) => each.row && (each.row.last ?? each.row.n) === model.at);
		if (line) {
			this.selected = line.index;
			this.reveal(line.index);
			this.paint();
		} else this.findCursor();
	}

	async place() {
		const { model } = this;
		if (model.at === null || model.sourceId === null) return;
		const at = model.at;
		const query = model.query();
		const row = this.isPlain ? at : (await model.api.get("log/place", { ...query, n: at })).row;
		if (at !== model.at || query.source !== model.sourceId) return;
		if (!this.rows.known) await this.rows.loadEnd(this.isPlain ? model.newest + 1 : row + 1);
		this.selected = row;
		if (row >= 0) {
			const far = row < this.first - this.seen || row > this.first + this.seen * 2;
			if (far) this.first = Math.max(0, Math.min(this.end, row - this.seen / 2));
			else this.reveal(row);
		}
		this.paint();
	}

	/** @param {number} index */
	async select(index) {
		const { model, rows } = this;
		const last = rows.total - 1;
		if (index > last) {
			model.live();
			return;
		}
		const want = Math.max(0, index);
		this.wanted = want;
		this.sticks = false;
		let row = rows.at(want);
		if (!row) {
			this.reveal(want);
			this.paint();
			await rows.ask(Math.floor(want / pageSize));
			row = rows.at(want);
		}
		if (!row || this.wanted !== want) return;
		this.selected = want;
		model.go(row.last ?? row.n, row);
		this.reveal(want);
		this.paint();
	}

	/** @param {MouseEvent} event */
	click(event) {
		const target = /** @type {Element} */ (event.target);
		const cause = target.closest("[data-cause]");
		if (cause) {
			this.model.go(Number(cause.getAttribute("data-cause")));
			return;
		}
		const line = this.lines.find((each) => each.element.contains(target));
		if (line && line.row) this.select(line.index);
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const here = this.selected >= 0 ? this.selected : this.rows.total - 1;
		const page = Math.max(1, Math.floor(this.seen) - 1);
		const moves = /** @type {Record<string, number>} */ ({ ArrowUp: here - 1, ArrowDown: here + 1, PageUp: here - page, PageDown: here + page, Home: 0 });
		if (event.key === "End") this.model.live();
		else if (event.key === "ArrowDown" && this.model.at === null) return;
		else if (event.key === "PageDown" && here + page >= this.rows.total) this.select(this.rows.total - 1);
		else if (event.key in moves) this.select(moves[event.key]);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	// Painting

	paint() {
		const { model, rows, grid } = this;
		const source = model.source;
		const seen = this.seen;
		if (this.sticks) this.first = this.end;
		this.first = Math.max(0, Math.min(this.first, this.end));
		this.space.style.height = `${Math.min(rows.total * height, highest)}px`;
		const room = Math.max(0, grid.scrollHeight - grid.clientHeight);
		const top = this.isScaled ? (this.first / Math.max(1, this.end)) * room : this.first * height;
		if (Math.abs(grid.scrollTop - top) >= 1) grid.scrollTop = top;
		this.ownTop = grid.scrollTop;

		const from = Math.max(0, Math.floor(this.first) - overscan);
		const until = Math.min(rows.total, Math.ceil(this.first + seen) + overscan);
		while (this.lines.length < until - from) {
			const line = new Line(this.lines.length);
			this.lines.push(line);
			this.space.append(line.element);
		}
		const single = model.storeId !== null || (source ? source.stores.length < 2 : true);
		grid.classList.toggle("single", single);
		grid.classList.toggle("live", source?.condition === "connected");
		grid.setAttribute("aria-rowcount", String(rows.total + 1));
		const shownIndex = model.at === null ? rows.total - 1 : this.selected;
		let active = "";
		// A row keeps its element while it is seen, so that what is pressed stays under the finger.
		const room2 = this.lines.length;
		for (let slot = 0; slot < room2; slot += 1) {
			const line = this.lines[slot];
			let index = from - (from % room2) + slot;
			if (index < from) index += room2;
			if (index >= until) {
				line.hide();
				continue;
			}
			const row = rows.at(index);
			line.show(index, row, this.ownTop + (index - this.first) * height, model);
			const isSelected = index === shownIndex;
			line.select(isSelected, model.at === null);
			if (isSelected) active = line.element.id;
		}
		if (active) grid.setAttribute("aria-activedescendant", active);
		else grid.removeAttribute("aria-activedescendant");

		const away = !this.sticks && rows.total > 0 && this.first < this.end - 0.5;
		this.pill.hidden = !away;
		this.counter.textContent = !source ? "" : this.isPlain || !rows.known ? counted(source.count, "entry", "entries") : `${number(rows.total)} of ${counted(source.count, "entry", "entries")}`;
		this.paintEmpty();
	}

	paintEmpty() {
		const { model, rows } = this;
		const isEmpty = Boolean(model.source) && rows.total === 0;
		this.empty.hidden = !isEmpty;
		const what = !isEmpty ? "" : !rows.known && model.source?.count ? "reading" : this.isPlain || model.source?.count === 0 ? "nothing" : "filtered";
		if (what === this.emptiness) return;
		this.emptiness = what;
		if (what === "" || what === "reading") fill(this.empty, what && el("p", { class: "note" }, "Reading…"));
		else if (what === "nothing") {
			fill(
				this.empty,
				el("h3", {}, model.source?.condition === "refused" ? "Nothing to see from here" : "Nothing has happened yet"),
				el("p", {}, model.source?.message ?? "Actions show up here as soon as the program sends some."),
			);
		} else {
			fill(
				this.empty,
				el("h3", {}, "No entry is like that"),
				el("p", {}, "The filters leave nothing."),
				el("button", { class: "button", onclick: () => (model.selectStore(null), model.filter(noFilters())) }, "Clear the filters"),
			);
		}
	}
}

/** One row that is seen. Its element is used for another row when it is no longer. */
class Line {
	/** @param {number} id */
	constructor(id) {
		this.index = -1;
		/** @type {Row|undefined} */
		this.row = undefined;
		this.state = "";
		const cell = (/** @type {string} */ name) => el("span", { class: `cell ${name}`, role: "gridcell" });
		this.n = cell("c-n");
		this.time = cell("c-time");
		this.store = cell("c-store");
		this.what = cell("c-what");
		this.paths = cell("c-paths");
		this.took = cell("c-took");
		this.element = el("div", { class: "row", role: "row", id: `row-${id}`, "aria-selected": "false" }, this.n, this.time, this.store, this.what, this.paths, this.took);
	}

	hide() {
		if (this.index === -1) return;
		this.index = -1;
		this.row = undefined;
		this.state = "";
		this.element.hidden = true;
	}

	/** @param {boolean} isSelected @param {boolean} follows */
	select(isSelected, follows) {
		this.element.classList.toggle("selected", isSelected && !follows);
		this.element.classList.toggle("follows", isSelected && follows);
		this.element.setAttribute("aria-selected", String(isSelected));
	}

	/** @param {number} index @param {Row|undefined} row @param {number} top @param {Model} model */
	show(index, row, top, model) {
		this.element.style.transform = `translateY(${top}px)`;
		const store = model.store(row?.store);
		const mark = row ? (row.n === model.marks.a ? "A" : row.n === model.marks.b ? "B" : "") : "";
		const state = row ? `${row.n} ${row.last ?? ""} ${row.repeat ?? ""} ${store?.name} ${mark}` : `… ${index}`;
		if (this.index === index && this.state === state) return;
		this.index = index;
		this.row = row;
		this.state = state;
		this.element.hidden = false;
		this.element.setAttribute("aria-rowindex", String(index + 2));
		this.element.className = `row kind-${row ? row.kind.replace(" ", "-") : "none"}${row?.commit && !row.changed ? " same" : ""}`;
		if (!row) {
			for (const cell of [this.n, this.time, this.store, this.paths, this.took]) fill(cell);
			fill(this.what, el("span", { class: "ghost" }));
			return;
		}
		const { around, name, rest } = words(row);
		fill(this.n, mark && el("span", { class: "mark-badge" }, mark), number(row.n));
		this.time.textContent = clock(row.time);
		this.time.title = wholeTime(row.time);
		this.store.textContent = store ? store.name : "";
		fill(
			this.what,
			icon(row.kind, kindNames[row.kind] ?? row.kind),
			around ? el("span", { class: "around" }, visible(around)) : null,
			el("span", { class: "type" }, visible(name)),
			row.repeat && row.repeat > 1 ? el("span", { class: "repeat", title: `${row.repeat} in a row, up to #${row.last}` }, `×${number(row.repeat)}`) : null,
			rest ? el("span", { class: "payload" }, visible(rest)) : null,
			row.tag ? el("span", { class: "tag", title: "tag" }, row.tag) : null,
			row.replayed ? el("span", { class: "tag" }, "replayed") : null,
			row.cause !== undefined
				? el("button", { tabindex: -1, class: "cause", "data-cause": row.cause, title: `came from #${row.cause}` }, icon("caused"), `from #${number(row.cause)}`)
				: null,
		);
		const paths = row.paths ?? [];
		if (paths.length) {
			const more = paths.length - 1 + (row.more ?? 0);
			fill(this.paths, el("span", { class: "paths" }, paths[0] || "(all)"), more ? el("span", { class: "more" }, `+${more}`) : null);
			this.paths.title = paths.join("\n") + (row.more ? `\nand ${row.more} more` : "");
		} else {
			fill(this.paths, row.commit && el("span", { class: "unchanged" }, "no change"));
			this.paths.title = "";
		}
		this.took.textContent = duration(total(row));
	}
}
