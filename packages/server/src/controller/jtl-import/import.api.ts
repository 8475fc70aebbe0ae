/** The call that imports results. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import type { ResultsImport } from './import-results.ts'

export const importApi = (imports: ResultsImport): Pick<Handlers<Calls['run']>, 'importJtl'> => ({
  async importJtl(input, { upload, user, audit }) {
    audit.target(upload.name)
    const imported = await imports.add({ ...input, by: user.account, upload })
    const { run, rows, skips, isCutOff } = imported
    audit.target(`${run.scenarioName} #${run.number}`)
    audit.after({ file: upload.name, rows, skips, isCutOff })
    return { ...imported, skips: [...skips] }
  },
})
