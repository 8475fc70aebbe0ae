/** Converts reserved machines to the parts of a run: pure. */
import type { Share } from '@pone/contract/link/plan.ts'
import type { RunMachine } from '@pone/results/run-record.ts'
import { firstShareId } from './run-commands.ts'

/** Each machine's part as it is stored, nothing driven yet. */
export const partsOf = (
  runId: string,
  machines: readonly Pick<RunMachine, 'agentId' | 'name' | 'from01' | 'to01'>[],
): RunMachine[] =>
  machines.map(({ agentId, name, from01, to01 }) => ({
    agentId,
    name,
    from01,
    to01,
    shares: [{ id: firstShareId(runId, agentId), from01, to01 }],
    startSkewMs: null,
    endCause: null,
    endDetail: '',
  }))

/** The first share of each machine, by agent. */
export const sharesOf = (parts: readonly RunMachine[]): Map<string, Share> =>
  new Map(parts.map(({ agentId, from01, to01 }) => [agentId, { from01, to01 }]))
