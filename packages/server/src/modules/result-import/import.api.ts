/** The calls of imported results. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import { type RunRecord, toRunDetail } from '@pone/results/run-record.ts'
import type { Caller, Handlers } from '../../calls/handler.ts'
import { runName } from '../run/run-name.ts'
import type { ResultsImports } from './import-results.ts'

export function importApi(
  imports: ResultsImports,
  now: () => number,
): Pick<Handlers<Calls['run']>, 'importJtl' | 'cancelImport' | 'retryImport'> {
  const shown = async (record: RunRecord, textOf: Caller['textOf']) => ({
    ...toRunDetail(record, now()),
    importing: (await imports.views([record.id], textOf)).get(record.id) ?? null,
  })
  return {
    async importJtl(input, { upload, user, textOf, audit }) {
      audit.target(upload.name)
      const record = await imports.add({ ...input, by: user.account, upload })
      audit.target(runName(record))
      audit.after({ file: upload.name, sizeBytes: upload.sizeBytes })
      return shown(record, textOf)
    },
    async cancelImport({ projectId, id }, { audit }) {
      audit.target(runName(await imports.cancel(projectId, id)))
      return {}
    },
    async retryImport({ projectId, id, dateOrder }, { textOf, audit }) {
      const record = await imports.retry(projectId, id, dateOrder)
      audit.target(runName(record))
      if (dateOrder !== null) audit.after({ dateOrder })
      return shown(record, textOf)
    },
  }
}
