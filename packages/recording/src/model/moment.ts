/** When something of a recording happened: a request with its response, or a message of its WebSocket connection. */
export interface Moment {
  /** Index of the exchange. */
  readonly exchange: number
  /** Position of a message of its connection; missing for the request and its response. */
  readonly message?: number
}
