/** Entry of the cluster bench: what many machines cost the server, and what they gain. */
import { runSuite } from '../run-suite.ts'
import { removeStaleQuotas } from './cpu-quota.ts'
import { machineScaling } from './machine-scaling.ts'
import { manyAgents } from './many-agents.ts'
import { mergeError } from './merge-error.ts'
import { clusterScaling } from './scaling.ts'

removeStaleQuotas()
await runSuite({
  tool: 'pone cluster bench',
  script: 'bench:cluster',
  quick: 'short windows',
  measurements: [manyAgents, clusterScaling, machineScaling, mergeError],
})
