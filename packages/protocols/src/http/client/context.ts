/** What HTTP operations of a component are compiled with: the component's context, and what all its requests share. */
import type { ComponentContext, Template } from '../../protocol.ts'
import type { HttpSettings } from '../definition/settings.ts'
import type { Layer, Transport } from '../exchange.ts'

/** Layers of requests that authenticate by more than a header. */
interface AuthLayers {
  readonly digest: Layer
  readonly clientCredentials: Layer
}

export interface HttpContext extends ComponentContext<HttpSettings> {
  readonly baseUrl: Template
  readonly transport: Transport
  readonly authLayers: AuthLayers
}
