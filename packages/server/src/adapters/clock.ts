/** The time source, passed as an argument to all code that needs the time. */

/** Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
