/** The time, as an argument to everything that needs it. */

/** Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
