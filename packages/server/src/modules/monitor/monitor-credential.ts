/** Changing user and password of several monitors at once, e.g. when an account's password has ended. */
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorRow } from './monitor.repository.ts'
import { findMonitor, type MonitorServiceDeps, ownRows, typeOfRow } from './monitor.service.ts'
import { checkedParams, openSecrets, sealSecrets } from './monitor-params.ts'

export interface CredentialChange {
  readonly ids: readonly string[]
  /** null: as it is. */
  readonly user: string | null
  readonly password: string
}

const names = {
  user: { zh: '用户名', en: 'user' },
  password: { zh: '密码', en: 'password' },
} as const

/** Of all of them, or of none. Returns their names. @throws AppError NotFound, MonitorNoCredential, MonitorParamInvalid, EditedMeanwhile */
export async function changeCredential(
  deps: MonitorServiceDeps,
  { projectId, by }: { readonly projectId: string; readonly by: string },
  { ids, ...change }: CredentialChange,
): Promise<string[]> {
  const rows = await ownRows(deps, projectId, ids)
  const changes = []
  for (const row of rows) {
    const fields = { ...(await changed(deps, row, change)), updated_by: by, updated_at: deps.now() }
    changes.push({ row, fields })
  }
  const other = await deps.monitors.updateAll(projectId, changes)
  if (other !== null) {
    const row = await findMonitor(deps, projectId, other)
    throw new AppError('EditedMeanwhile', {
      editor: row.updated_by,
      at: row.updated_at,
      revision: row.revision,
    })
  }
  deps.onChange(ids)
  return rows.map(row => row.name)
}

/** A password that cannot be opened any more is replaced all the same. */
async function changed(
  deps: Pick<MonitorServiceDeps, 'types' | 'secrets'>,
  row: MonitorRow,
  { user, password }: Omit<CredentialChange, 'ids'>,
) {
  const type = await typeOfRow(deps, row)
  const has = (wanted: string) => type.params.some(({ key }) => key === wanted)
  const missing = has('password') ? (user === null || has('user') ? null : names.user) : names.password
  if (missing !== null) throw new AppError('MonitorNoCredential', { monitor: row.name, param: missing })
  const params = { ...row.params, ...(user === null ? {} : { user }), password }
  const { open, secrets } = checkedParams(type, params, openSecrets(deps.secrets, row.sealed_secrets) ?? {})
  return {
    params: JSON.stringify(open),
    sealed_secrets: sealSecrets(deps.secrets, secrets),
    secrets_set: JSON.stringify(Object.keys(secrets)),
  }
}
