/** Which requests may be sent once more on a new connection after a kept one has ended under them. @see RFC 9110 §9.2.2 */

const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])
/** How a kept connection ends when the server closed it while the request was on its way. */
const staleCodes = new Set(['ECONNRESET', 'EPIPE', 'protocol.noAnswer'])

/** Whether the failure may be that of the connection alone, and repeating does no harm. */
export const mayRepeat = (method: string, errorCode: string): boolean =>
  staleCodes.has(errorCode) && idempotentMethods.has(method)
