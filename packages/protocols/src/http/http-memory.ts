/** What the HTTP sessions of a process share besides the wire: origins, heads and versions that were seen, memory for bodies. */

import { AlpnMemory } from './alpn-memory.ts'
import { BodyMemory } from './body/gathered-body.ts'
import { HopOptions } from './hops.ts'
import { OriginTable } from './origin.ts'
import { HeadFrames } from './request-head.ts'

/** Had by `wire.memory.of(HttpMemory)`. */
export class HttpMemory {
  readonly origins = new OriginTable()
  readonly heads = new HeadFrames()
  readonly alpn = new AlpnMemory()
  readonly hopOptions = new HopOptions()
  readonly bodyMemory = new BodyMemory()
}
