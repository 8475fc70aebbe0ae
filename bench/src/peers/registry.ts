/** All peers, in the order of the output. */
import { artillery } from './artillery.ts'
import { autocannon } from './autocannon.ts'
import { gatling } from './gatling.ts'
import { hey } from './hey.ts'
import { jmeter } from './jmeter.ts'
import { locust } from './locust.ts'
import type { Peer } from './peer.ts'
import { vegeta } from './vegeta.ts'
import { wrk } from './wrk.ts'
import { wrkLua } from './wrk-lua.ts'

export const peers: readonly Peer[] = [
  wrk,
  wrkLua,
  hey,
  autocannon,
  vegeta,
  jmeter,
  locust,
  gatling,
  artillery,
]
