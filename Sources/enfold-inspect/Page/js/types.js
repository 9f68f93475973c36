// The shapes of what the server answers, for the type checker; there is nothing to run here.

/**
 * @typedef {object} Store
 * @property {number} id
 * @property {number} number
 * @property {string} name
 * @property {string} feature
 * @property {number} revision
 * @property {boolean} open
 * @property {boolean} held
 * @property {number} entries
 * @property {string} [plugin]
 * @property {string} [heldBefore] the action that comes next, if the server knows
 * @property {string} [heldBehind] the pointer whose change has held the store
 */

/**
 * @typedef {object} Source
 * @property {number} id
 * @property {"host"|"file"} kind
 * @property {string} name
 * @property {string} [path]
 * @property {number} [pid]
 * @property {number} [runtime]
 * @property {"connected"|"refused"|"closed"|"killed"|"ended"|"complete"|"broken"} condition
 * @property {string} [message]
 * @property {boolean} control
 * @property {boolean} recording
 * @property {number} count
 * @property {number} dropped
 * @property {string} [began]
 * @property {Store[]} stores
 */

/**
 * @typedef {object} Row
 * @property {number} n
 * @property {number} [seq]
 * @property {number} [store]
 * @property {string} kind
 * @property {string} [type]
 * @property {string} [label]
 * @property {boolean} [cut]
 * @property {number} [revision]
 * @property {string} [time]
 * @property {boolean} [commit]
 * @property {boolean} [changed]
 * @property {string[]} [paths]
 * @property {number} [more]
 * @property {number} [waited]
 * @property {number} [reduced]
 * @property {number} [encoded]
 * @property {number} [told]
 * @property {string} [tag]
 * @property {number} [cause]
 * @property {boolean} [replayed]
 * @property {number} [repeat]
 * @property {number} [last]
 */

/**
 * @typedef {object} Operation
 * @property {string} op
 * @property {string} path
 * @property {string} [before]
 * @property {string} [after]
 * @property {boolean} [cut]
 */

/** @typedef {{operations: Operation[], more: number}} Difference */
/** @typedef {{n: number, row: Row, line: string, cut?: boolean, caused: number[]}} Entry */
/** @typedef {{total: number, from: number, rows: Row[]}} LogPage */

/**
 * @typedef {object} Child
 * @property {string} key
 * @property {string} kind
 * @property {number} [count]
 * @property {string} text
 * @property {boolean} [cut]
 */

/**
 * @typedef {object} TreeNode
 * @property {string} pointer
 * @property {boolean} exists
 * @property {string} [kind]
 * @property {number} [count]
 * @property {number} [from]
 * @property {string} [text]
 * @property {boolean} [cut]
 * @property {Child[]} [children]
 */

/** @typedef {{at: number, revision: number, known: boolean, nodes: TreeNode[]}} TreeAnswer */

/**
 * @typedef {object} Change
 * @property {number} n
 * @property {number} revision
 * @property {string} [time]
 * @property {string} [type]
 * @property {string} [action]
 * @property {string} path
 * @property {string} [before]
 * @property {string} [after]
 */

/** @typedef {{type: string, count: number}} TypeCount */
/** @typedef {{types: TypeCount[], tags: string[], kinds: {kind: string, count: number}[]}} Types */
/** @typedef {{store: number, counts: number[], p50: (number|null)[], p95: (number|null)[], p99: (number|null)[]}} Rate */
/** @typedef {{from: number, step: number, stores: Rate[]}} Rates */
/** @typedef {{store: string, pointer: string}} Pin */
/** @typedef {{name: string, payload: string, example: string}} Case */

export {};
