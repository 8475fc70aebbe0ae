/** Section "reconciliation": whether the requests that the workers sent are the requests that were counted, over the whole run. */

import { agentOfWorker } from '../../batches/stored-batch.ts'
import { owingMachines } from '../../merge/owing-machines.ts'
import { reportSection } from '../section.ts'
import { reconciliationData } from './data.ts'
import { reconciliationHtml } from './html.ts'

export const reconciliation = reportSection({
  name: 'reconciliation',
  data: reconciliationData,
  start: ({ workers, machines, events, record }) => ({
    finish: () => {
      const rows = workers.map(({ workerId, sent, completed, lost, repeated }) => {
        const agentId = agentOfWorker(workerId)
        return {
          machine: machines.find(machine => machine.agentId === agentId)?.name ?? agentId,
          worker: workerId.slice(agentId.length + 1),
          sent,
          // A lost request has an outcome too: it is lost, and counts as failed.
          counted: completed + lost,
          lost,
          repeated,
        }
      })
      const sum = (field: 'sent' | 'counted' | 'lost' | 'repeated') =>
        rows.reduce((total, row) => total + row[field], 0)
      const owing = owingMachines({ workers, machines, events })
      return {
        reconciliation: {
          sent: sum('sent'),
          counted: sum('counted'),
          lost: sum('lost'),
          repeated: sum('repeated'),
          machines: rows,
          isReconciled:
            owing.length === 0 &&
            rows.every(row => row.sent === row.counted) &&
            workers.every(worker => worker.hasEnded && worker.isWhole),
          awaited: owing.map(({ name }) => name),
          late: events.flatMap(({ kind, at, params: { machine, requests } }) =>
            kind === 'resultsLate' ? [{ machine: String(machine), requests: Number(requests), at }] : [],
          ),
          marked: record.suspect.map(([from, to]): [number, number] => [from, to]),
        },
      }
    },
  }),
  html: reconciliationHtml,
})
