// A JSON parser that loses nothing: numbers stay the text that came, objects are lists of pairs, whatever their keys are.

/** So deep may values lie in one another; deeper ones are shown as text. */
const deepest = 1000;

/** @param {string} text @returns {JSONNode} */
export function parse(text) {
	const reader = new Reader(text);
	const node = reader.value(0);
	reader.blanks();
	if (reader.place < text.length) reader.fail();
	return node;
}

// The same, or undefined if it is none: for example because it was cut.
/** @param {string|undefined} text */
export function tryParse(text) {
	if (text === undefined) return undefined;
	try {
		return parse(text);
	} catch {
		return undefined;
	}
}

// The value of a member; of the last one, if there are several.
/** @param {JSONNode|undefined} node @param {string} key */
export function member(node, key) {
	if (!node || node.kind !== "object") return undefined;
	for (let index = node.pairs.length - 1; index >= 0; index -= 1) {
		if (node.pairs[index][0] === key) return node.pairs[index][1];
	}
	return undefined;
}

// The text of a string, or undefined.
/** @param {JSONNode|undefined} node */
export const textOf = (node) => (node && node.kind === "string" ? node.value : undefined);

class Reader {
	/** @param {string} text */
	constructor(text) {
		this.text = text;
		this.place = 0;
	}

	/** @returns {never} */
	fail() {
		throw new SyntaxError(`no JSON at ${this.place}`);
	}

	blanks() {
		for (;;) {
			const code = this.text.charCodeAt(this.place);
			if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
			this.place += 1;
		}
	}

	/** @param {string} character */
	takes(character) {
		this.blanks();
		if (this.text[this.place] !== character) return false;
		this.place += 1;
		return true;
	}

	/** @param {number} depth @returns {JSONNode} */
	value(depth) {
		if (depth > deepest) this.fail();
		this.blanks();
		switch (this.text[this.place]) {
			case "{":
				return this.object(depth);
			case "[":
				return this.array(depth);
			case '"':
				return { kind: "string", value: this.string() };
			default:
				return this.word();
		}
	}

	/** @param {number} depth @returns {JSONNode} */
	object(depth) {
		this.place += 1;
		/** @type {[string, JSONNode][]} */
		const pairs = [];
		if (this.takes("}")) return { kind: "object", pairs };
		do {
			this.blanks();
			if (this.text[this.place] !== '"') this.fail();
			const key = this.string();
			if (!this.takes(":")) this.fail();
			pairs.push([key, this.value(depth + 1)]);
		} while (this.takes(","));
		if (!this.takes("}")) this.fail();
		return { kind: "object", pairs };
	}

	/** @param {number} depth @returns {JSONNode} */
	array(depth) {
		this.place += 1;
		/** @type {JSONNode[]} */
		const items = [];
		if (this.takes("]")) return { kind: "array", items };
		do items.push(this.value(depth + 1));
		while (this.takes(","));
		if (!this.takes("]")) this.fail();
		return { kind: "array", items };
	}

	string() {
		const start = this.place;
		let end = start + 1;
		while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
		if (end >= this.text.length) this.fail();
		this.place = end + 1;
		// JSON.parse of a string loses nothing; only numbers are dangerous.
		return /** @type {string} */ (JSON.parse(this.text.slice(start, this.place)));
	}

	/** @returns {JSONNode} */
	word() {
		const pattern = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
		pattern.lastIndex = this.place;
		const found = pattern.exec(this.text);
		if (!found) return this.fail();
		this.place = pattern.lastIndex;
		const text = found[0];
		return { kind: text === "null" ? "null" : text === "true" || text === "false" ? "bool" : "number", text };
	}
}

/** What would not be seen, or would turn the text around: controls, marks of direction, halves of pairs. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// Writes what would not be seen as escapes.
/** @param {string} text */
export function visible(text) {
	return text.replace(unseen, (character) => {
		const short = { "\n": "\\n", "\t": "\\t", "\r": "\\r" }[character];
		return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	});
}

// A string as JSON, with nothing unseen in it.
/** @param {string} value */
export const quote = (value) => `"${visible(value.replace(/[\\"]/g, "\\$&"))}"`;

// In one line.
/** @param {JSONNode} node @returns {string} */
export function compact(node) {
	switch (node.kind) {
		case "object":
			return `{${node.pairs.map(([key, value]) => `${quote(key)}:${compact(value)}`).join(",")}}`;
		case "array":
			return `[${node.items.map(compact).join(",")}]`;
		case "string":
			return quote(node.value);
		default:
			return node.text;
	}
}

// In lines, two blanks deeper each.
/** @param {JSONNode} node @param {string} [indent] @returns {string} */
export function pretty(node, indent = "") {
	const deeper = `${indent}  `;
	/** @param {string[]} parts @param {string} left @param {string} right */
	const lines = (parts, left, right) =>
		parts.length ? `${left}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${right}` : left + right;
	switch (node.kind) {
		case "object":
			return lines(node.pairs.map(([key, value]) => `${quote(key)}: ${pretty(value, deeper)}`), "{", "}");
		case "array":
			return lines(node.items.map((item) => pretty(item, deeper)), "[", "]");
		default:
			return compact(node);
	}
}
