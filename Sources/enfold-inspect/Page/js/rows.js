// Pages of the log's rows: those that were shown last are kept, never all.

export const pageSize = 200;
const kept = 40;

export class Rows {
	/** @param {(from: number, count: number) => Promise<LogPage>} fetchPage @param {() => void} arrived */
	constructor(fetchPage, arrived) {
		this.fetchPage = fetchPage;
		this.arrived = arrived;
		// In the order in which they were used.
		/** @type {Map<number, Row[]>} */
		this.pages = new Map();
		/** @type {Map<number, Promise<void>>} */
		this.asked = new Map();
		this.total = 0;
		this.known = false;
		/** What was asked in an earlier turn is no longer wanted. */
		this.turn = 0;
	}

	clear() {
		this.pages.clear();
		this.asked.clear();
		this.total = 0;
		this.known = false;
		this.turn += 1;
	}

	// The row, if it is here; otherwise it is asked for.
	/** @param {number} index @returns {Row|undefined} */
	at(index) {
		const number = Math.floor(index / pageSize);
		const page = this.pages.get(number);
		if (!page) {
			if (index < this.total) this.ask(number);
			return undefined;
		}
		this.pages.delete(number);
		this.pages.set(number, page);
		const row = page[index % pageSize];
		if (!row && index < this.total) this.ask(number);
		return row;
	}

	// Loads a page, or waits for it if it was asked for already.
	/** @param {number} number */
	ask(number) {
		let asked = this.asked.get(number);
		if (!asked) {
			asked = this.load(number).catch(() => undefined).finally(() => this.asked.delete(number));
			this.asked.set(number, asked);
		}
		return asked;
	}

	/** @param {number} number */
	async load(number) {
		const turn = this.turn;
		const page = await this.fetchPage(number * pageSize, pageSize);
		if (turn !== this.turn) return;
		this.total = page.total;
		this.known = true;
		this.pages.delete(number);
		this.pages.set(number, page.rows);
		for (const old of this.pages.keys()) {
			if (this.pages.size <= kept) break;
			this.pages.delete(old);
		}
		this.arrived();
	}

	// Asks for the end: how many rows there are, and the newest ones.
	/** @param {number} guess how many there may be */
	async loadEnd(guess) {
		const turn = this.turn;
		let number = Math.floor(Math.max(0, guess - 1) / pageSize);
		await this.load(number);
		if (turn !== this.turn) return;
		const last = Math.floor(Math.max(0, this.total - 1) / pageSize);
		if (last !== number) {
			this.pages.delete(number);
			number = last;
			await this.load(number);
		}
	}

	/** @returns {Row|null} */
	get last() {
		const page = this.pages.get(Math.floor(Math.max(0, this.total - 1) / pageSize));
		return page ? (page[page.length - 1] ?? null) : null;
	}
}
