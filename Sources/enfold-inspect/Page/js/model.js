// What all panes share: the sources, the store, the cursor, the entry at the cursor, the marks and the pins.
import { latest } from "./once.js";
import { Refusal } from "./api.js";
import { toast } from "./dom.js";

/** @returns {Filters} */
export const noFilters = () => ({ text: "", type: "", tag: "", path: "", kinds: [], changed: false, group: false });

export const commits = ["action", "set", "binding", "restore", "shared", "mutation"];

const pinsKey = "enfold-inspect-pins";

export class Model {
	/** @param {import("./api.js").API} api */
	constructor(api) {
		this.api = api;
		this.version = "";
		/** @type {Source[]} */
		this.sources = [];
		this.loaded = false;
		/** @type {number|null} */
		this.sourceId = null;
		// The store whose entries the log shows; null shows all.
		/** @type {number|null} */
		this.storeId = null;
		// Where the cursor is; null follows the newest.
		/** @type {number|null} */
		this.at = null;
		// The newest row of the log, with its filters.
		/** @type {Row|null} */
		this.tail = null;
		// What is known of the entry at the cursor.
		/** @type {Entry|null} */
		this.entry = null;
		// The row at the cursor, before all of it is known.
		/** @type {Row|null} */
		this.row = null;
		this.filters = noFilters();
		/** @type {Marks} */
		this.marks = { a: null, b: null };
		/** @type {Pin[]} */
		this.pins = readPins();
		this.pane = "entry";
		/** @type {{state: "waiting"|"on"|"off"|"refused", why: string}} */
		this.connection = { state: "waiting", why: "" };
		// Where the user was in each source.
		/** @type {Map<number, Place>} */
		this.places = new Map();
		// The store that was shown last, for entries that have none.
		/** @type {number|null} */
		this.lastStore = null;
		/** @type {Map<Topic, Set<() => void>>} */
		this.watchers = new Map();
		/** @type {Set<Topic>} */
		this.changed = new Set();
		this.loadEntry = latest(() => this.fetchEntry(), 30);
		this.watch(["source", "cursor", "tail", "connection"], () => this.loadEntry());
	}

	// Calls a function, once, after any of these has changed.
	/** @param {Topic[]} topics @param {() => void} work */
	watch(topics, work) {
		for (const topic of topics) {
			let works = this.watchers.get(topic);
			if (!works) this.watchers.set(topic, (works = new Set()));
			works.add(work);
		}
	}

	/** @param {...Topic} topics */
	tell(...topics) {
		if (this.changed.size === 0) queueMicrotask(() => this.flush());
		for (const topic of topics) this.changed.add(topic);
	}

	flush() {
		/** @type {Set<() => void>} */
		const works = new Set();
		for (const topic of this.changed) for (const work of this.watchers.get(topic) ?? []) works.add(work);
		this.changed.clear();
		for (const work of works) work();
	}

	// Sources

	get source() {
		return this.sources.find((source) => source.id === this.sourceId) ?? null;
	}

	/** @param {number|null|undefined} id @returns {Store|null} */
	store(id) {
		if (id === null || id === undefined) return null;
		return this.source?.stores.find((store) => store.id === id) ?? null;
	}

	get control() {
		const source = this.source;
		return Boolean(source && source.kind === "host" && source.control && source.condition === "connected" && this.connection.state === "on");
	}

	/** @param {{version: string, sources: Source[]}} told */
	takeSources(told) {
		this.loaded = true;
		this.version = told.version;
		this.sources = told.sources;
		this.tell("sources", "counts");
		if (!this.source) {
			const first = this.sources.find((source) => source.condition === "connected") ?? this.sources[0];
			this.selectSource(first ? first.id : null);
		}
	}

	/** @param {{counts: {source: number, count: number, dropped: number, stores: [number, number][]}[]}} told */
	takeCounts(told) {
		for (const counts of told.counts) {
			const source = this.sources.find((each) => each.id === counts.source);
			if (!source) continue;
			source.count = counts.count;
			source.dropped = counts.dropped;
			for (const [id, revision] of counts.stores) {
				const store = source.stores.find((each) => each.id === id);
				if (store) store.revision = revision;
			}
		}
		this.tell("counts");
	}

	/** @param {number|null} id */
	selectSource(id) {
		if (id === this.sourceId) return;
		if (this.sourceId !== null) {
			this.places.set(this.sourceId, { store: this.storeId, at: this.at, marks: this.marks, last: this.lastStore });
		}
		this.sourceId = id;
		const place = id === null ? undefined : this.places.get(id);
		this.storeId = place?.store ?? null;
		this.marks = place?.marks ?? { a: null, b: null };
		this.lastStore = place?.last ?? null;
		// A file is read from its beginning.
		this.at = place ? place.at : this.source?.kind === "file" ? 0 : null;
		this.tail = this.row = this.entry = null;
		this.filters = { ...noFilters(), changed: this.filters.changed, group: this.filters.group };
		this.tell("source", "store", "cursor", "filters", "marks", "counts", "entry");
	}

	/** @param {number|null} id */
	selectStore(id) {
		if (id === this.storeId) return;
		this.storeId = id;
		if (id !== null) this.lastStore = id;
		this.tell("store", "filters");
	}

	/** @param {Partial<Filters>} filters */
	filter(filters) {
		Object.assign(this.filters, filters);
		this.tell("filters");
	}

	/** The members of a request that asks for the entries the log shows. */
	query() {
		const { text, type, tag, path, kinds, changed, group } = this.filters;
		return { source: this.sourceId, store: this.storeId, text, type, tag, path, kind: kinds.join(","), changed, group };
	}

	// The cursor

	get newest() {
		return Math.max(0, (this.source?.count ?? 0) - 1);
	}

	/** The number of the entry that the panes show, or null if there is none. */
	get shown() {
		if (!this.source?.count) return null;
		if (this.at !== null) return this.at;
		return this.tail ? this.tail.n : null;
	}

	/** @param {number} n @param {Row} [row] if it is at hand */
	go(n, row) {
		const at = Math.max(0, Math.min(n, this.newest));
		if (at === this.at) return;
		this.at = at;
		this.row = row && row.n === at ? row : null;
		this.tell("cursor");
	}

	live() {
		if (this.at === null) return;
		this.at = null;
		this.row = this.tail;
		this.tell("cursor");
	}

	/** @param {Row|null} row */
	setTail(row) {
		if (row === this.tail || (row && this.tail && row.n === this.tail.n && row.last === this.tail.last)) return;
		this.tail = row;
		if (this.at === null) this.row = row;
		this.tell("tail");
	}

	// The store whose state is shown.
	/** @returns {Store|null} */
	get stateStore() {
		const own = this.store(this.storeId) ?? this.store(this.row?.store);
		const store = own ?? this.store(this.lastStore) ?? this.source?.stores[0] ?? null;
		if (store) this.lastStore = store.id;
		return store;
	}

	async fetchEntry() {
		const n = this.shown;
		const source = this.sourceId;
		if (n === null || source === null) {
			if (this.entry) {
				this.entry = null;
				this.tell("entry");
			}
			return;
		}
		if (this.entry && this.entry.n === n) return;
		try {
			const [entry, difference] = await Promise.all([
				this.api.get("entry", { source, n }),
				this.api.get("difference", { source, n }).catch((error) => {
					if (error instanceof Refusal) return { operations: [], more: 0 };
					throw error;
				}),
			]);
			if (source !== this.sourceId || n !== this.shown) return;
			this.entry = { n, row: entry.row, line: entry.line, caused: entry.caused ?? [], difference };
			const had = this.row;
			this.row = had && had.n === n ? had : entry.row;
			this.tell("entry");
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
		}
	}

	// Steps through the commits of the store.
	/** @param {1|-1} direction */
	async stepCommit(direction) {
		const source = this.sourceId;
		if (source === null) return;
		const store = this.storeId;
		const query = { source, store, kind: commits.join(",") };
		const from = this.at ?? this.newest;
		const { row } = await this.api.get("log/place", { ...query, n: from });
		let want = row + direction;
		if (direction < 0 && row >= 0) {
			// Where the cursor is between two commits, the one before it is next.
			const here = await this.api.get("log", { ...query, from: row, count: 1 });
			if (here.rows[0] && here.rows[0].n < from) want = row;
		}
		if (want < 0) return;
		const found = await this.api.get("log", { ...query, from: want, count: 1 });
		if (source !== this.sourceId) return;
		if (found.rows[0]) this.go(found.rows[0].n, found.rows[0]);
		else if (direction > 0) this.live();
	}

	// Marks and pins
	/** @param {"a"|"b"} name @param {number|null} n */
	mark(name, n) {
		this.marks = { ...this.marks, [name]: n };
		this.tell("marks");
	}

	/** @param {string} store @param {string} pointer */
	togglePin(store, pointer) {
		const rest = this.pins.filter((pin) => pin.store !== store || pin.pointer !== pointer);
		this.pins = rest.length === this.pins.length ? [...rest, { store, pointer }] : rest;
		try {
			localStorage.setItem(pinsKey, JSON.stringify(this.pins));
		} catch {
			// Without storage they last as long as the page.
		}
		this.tell("pins");
		return rest.length !== this.pins.length;
	}

	/** @param {string} store @param {string} pointer */
	isPinned(store, pointer) {
		return this.pins.some((pin) => pin.store === store && pin.pointer === pointer);
	}

	/** @param {string} pane */
	show(pane) {
		if (pane === this.pane) return;
		this.pane = pane;
		this.tell("pane");
	}

	/** @param {"on"|"off"|"refused"} state @param {string} why */
	connect(state, why) {
		if (state === this.connection.state && why === this.connection.why) return;
		this.connection = { state, why };
		this.tell("connection");
	}

	// Sends a command to the host, and tells the user if it is refused.
	/** @param {Record<string, unknown>} command @returns {Promise<any>} undefined if it was refused */
	async attempt(command) {
		try {
			return await this.command(command);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			toast(error.message, { tone: "bad" });
			return undefined;
		}
	}

	// Sends a command to the host.
	/** @param {Record<string, unknown>} command @returns {Promise<any>} */
	command(command) {
		return this.api.post("command", { source: this.sourceId, ...command });
	}
}

/** @returns {Pin[]} */
function readPins() {
	try {
		const pins = JSON.parse(localStorage.getItem(pinsKey) ?? "[]");
		return Array.isArray(pins) ? pins.filter((pin) => typeof pin?.store === "string" && typeof pin?.pointer === "string") : [];
	} catch {
		return [];
	}
}
