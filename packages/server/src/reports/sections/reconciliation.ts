/** Section "reconciliation": whether the requests that the workers sent are the requests that were counted, over the whole run. */
import { agentOfWorker } from '../../modules/run/stored-batch.ts'
import { reportSection } from '../section.ts'

export const reconciliation = reportSection<'reconciliation'>({
  name: 'reconciliation',
  empty: { reconciliation: { sent: 0, counted: 0, lost: 0, machines: [], isReconciled: false } },
  start: ({ workers, machines }) => ({
    finish: () => {
      const rows = workers.map(({ workerId, sent, completed, lost }) => {
        const agentId = agentOfWorker(workerId)
        return {
          machine: machines.find(machine => machine.agentId === agentId)?.name ?? agentId,
          worker: workerId.slice(agentId.length + 1),
          sent,
          // A lost request has an outcome too: it is lost, and counts as failed.
          counted: completed + lost,
          lost,
        }
      })
      const sum = (field: 'sent' | 'counted' | 'lost') => rows.reduce((total, row) => total + row[field], 0)
      return {
        reconciliation: {
          sent: sum('sent'),
          counted: sum('counted'),
          lost: sum('lost'),
          machines: rows,
          isReconciled:
            rows.every(row => row.sent === row.counted) &&
            workers.every(worker => worker.hasEnded && worker.isWhole),
        },
      }
    },
  }),
})
