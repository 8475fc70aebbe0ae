/** Validates an uploaded kubeconfig before it is used: it must not refer to programs or files of the server. */
import { AppError } from '@pone/contract/errors.ts'
import { parse } from 'yaml'
import { z } from 'zod'

/** Keys that make the client start a program or read a file. */
const forbiddenKeys = new Set([
  'exec',
  'auth-provider',
  'tokenFile',
  'client-certificate',
  'client-key',
  'certificate-authority',
])

const kubeconfigSchema = z.object({
  clusters: z
    .array(
      z.object({ name: z.string(), cluster: z.looseObject({ server: z.url({ protocol: /^https?$/ }) }) }),
    )
    .min(1),
  users: z.array(z.object({ name: z.string(), user: z.looseObject({}).nullish() })).min(1),
  contexts: z
    .array(z.object({ name: z.string(), context: z.looseObject({ cluster: z.string(), user: z.string() }) }))
    .min(1),
  'current-context': z.string().min(1),
})

/** @throws AppError BadInput at the field `kubeconfig` */
export function assertKubeconfig(text: string): void {
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 10 })
  } catch (cause) {
    throw new AppError('BadInput', { detail: 'kubeconfigUnreadable', field: 'kubeconfig' }, { cause })
  }
  const parsed = kubeconfigSchema.safeParse(value)
  if (!parsed.success) {
    throw new AppError('BadInput', { detail: 'kubeconfigUnreadable', field: 'kubeconfig' })
  }
  const parts = [
    ...parsed.data.users.map(({ user }) => user ?? {}),
    ...parsed.data.clusters.map(({ cluster }) => cluster),
  ]
  if (parts.some(part => Object.keys(part).some(key => forbiddenKeys.has(key)))) {
    throw new AppError('BadInput', { detail: 'kubeconfigReachesOut', field: 'kubeconfig' })
  }
}
