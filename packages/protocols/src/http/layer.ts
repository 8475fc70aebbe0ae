/** What may stand between a step's call and the wire: cache, authentication, embedded resources; steps that need none pay nothing. */
import type { HttpCall, HttpResult, Layer, LayerSession } from './exchange.ts'

/** Sends a call through the layers, the first one outermost, and at last by `send`. */
export function sendThrough(
  layers: readonly Layer[],
  call: HttpCall,
  session: LayerSession,
  send: (call: HttpCall) => Promise<HttpResult>,
): Promise<HttpResult> {
  const from =
    (index: number) =>
    (next: HttpCall): Promise<HttpResult> => {
      const layer = layers[index]
      return layer === undefined ? send(next) : layer(next, session, from(index + 1))
    }
  return from(0)(call)
}
