// Speaks with the server: requests with the token, and the stream of events.

/** The server's refusal. */
export class Refusal extends Error {
	/** @param {number} code @param {{message?: string, status?: string, offset?: number}} told */
	constructor(code, told) {
		super(told.message ?? `The server answered with ${code}.`);
		this.code = code;
		this.status = told.status;
		this.offset = told.offset;
	}
}

const key = "enfold-inspect-token";

/**
 * The token is in the address when the page is opened. It is taken out at once, so that it gets into no history, no bookmark and no screenshot.
 * It is kept in sessionStorage: that belongs to this tab and this origin (the port is part of it) and ends with the tab, and without it
 * the page could not be loaded again.
 * @returns {string|null}
 */
export function takeToken() {
	const found = /[#&]t=([^&]+)/.exec(location.hash);
	if (found) {
		sessionStorage.setItem(key, decodeURIComponent(found[1]));
		history.replaceState(null, "", location.pathname + location.search);
	}
	return sessionStorage.getItem(key);
}

export class API {
	/** @param {string} token */
	constructor(token) {
		this.headers = { Authorization: `Bearer ${token}` };
	}

	/**
	 * @param {string} path
	 * @param {Record<string, string|number|boolean|null|undefined>} [parameters]
	 * @param {AbortSignal} [signal]
	 * @returns {Promise<any>}
	 */
	async get(path, parameters = {}, signal) {
		return this.answer(await fetch(this.address(path, parameters), { headers: this.headers, signal }));
	}

	/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
	async post(path, body, signal) {
		const headers = { ...this.headers, "Content-Type": "application/json" };
		return this.answer(await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal }));
	}

	// A file.
	/** @param {string} path @param {Record<string, string|number|undefined>} parameters */
	async file(path, parameters) {
		const response = await fetch(this.address(path, parameters), { headers: this.headers });
		if (!response.ok) await this.answer(response);
		const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "");
		return { name: name ? name[1] : "session.enfold.jsonl", blob: await response.blob() };
	}

	/** @param {string} path @param {Record<string, string|number|boolean|null|undefined>} parameters */
	address(path, parameters) {
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(parameters)) {
			if (value !== null && value !== undefined && value !== "" && value !== false) query.set(name, value === true ? "1" : String(value));
		}
		// The empty pointer is a pointer.
		if (parameters.pointer === "") query.set("pointer", "");
		return `/api/${path}?${query}`;
	}

	/** @param {Response} response */
	async answer(response) {
		const text = await response.text();
		let told;
		try {
			told = JSON.parse(text);
		} catch {
			told = {};
		}
		if (!response.ok) throw new Refusal(response.status, told.error ?? {});
		return told;
	}

	/**
	 * Reads the server's events, for ever: if the connection ends, it is tried again.
	 * @param {(name: string, data: any) => void} event
	 * @param {(state: "on"|"off"|"refused", why: string) => void} connection
	 */
	async events(event, connection) {
		for (let wait = 250; ; wait = Math.min(wait * 2, 2000)) {
			try {
				const response = await fetch("/api/events", { headers: this.headers, cache: "no-store" });
				if (response.status === 401 || response.status === 403) {
					connection("refused", "");
				} else if (!response.ok || !response.body) {
					connection("off", response.status === 503 ? "Too many pages are open. Close one." : `The server answered with ${response.status}.`);
				} else {
					connection("on", "");
					wait = 250;
					await read(response.body, event);
					connection("off", "");
				}
			} catch {
				connection("off", "");
			}
			await new Promise((done) => setTimeout(done, wait));
		}
	}
}

/**
 * Server-Sent Events: lines `event: …` and `data: …`, and an empty line behind each event.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(name: string, data: any) => void} event
 */
async function read(body, event) {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let rest = "";
	let name = "";
	let data = "";
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return;
		const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line === "") {
				if (data) event(name, JSON.parse(data));
				name = data = "";
			} else if (line.startsWith("event:")) name = line.slice(6).trim();
			else if (line.startsWith("data:")) data += line.slice(5).trim();
		}
	}
}
