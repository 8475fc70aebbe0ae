/** The address of the live stream; apart from its messages, so that a page needs no schema to open it. */
export const livePath = '/apm-api/live'
