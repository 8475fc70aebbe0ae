import { podPoolSettingsSchema } from '@pone/contract/entities/pod-pool.ts'
import { expect, test } from 'vitest'
import { podManifest, secretManifest } from './pod-manifest.ts'

const settings = podPoolSettingsSchema.parse({
  connection: 'inCluster',
  namespace: 'load',
  image: 'pone-agent',
  serverUrl: 'https://pone.load:8600',
})
const ids = { clusterId: '1', runId: '2' }
const podWith = (authority: string | null) => {
  const secret = { name: 'pone-agents-1', uid: '1', hasAuthority: authority !== null }
  const { spec } = podManifest({ ...ids, name: 'pone-agent-1', settings, secret })
  return { env: spec?.containers[0]?.env, mounts: spec?.containers[0]?.volumeMounts, volumes: spec?.volumes }
}

test('a pod is given the authority of a server that it would not know otherwise, and the token is not among its files', () => {
  const secret = secretManifest({ ...ids, name: 'pone-agents-1', token: 'secret', authority: 'PEM' })
  expect(secret.stringData).toEqual({ token: 'secret', 'server-ca.pem': 'PEM' })
  const { env, mounts, volumes } = podWith('PEM')
  const file = env?.find(({ name }) => name === 'PONE_AGENT_CA')?.value ?? ''
  const mount = mounts?.find(({ mountPath }) => file === `${mountPath}/server-ca.pem`)
  expect(mount).toMatchObject({ readOnly: true })
  const volume = volumes?.find(({ name }) => name === mount?.name)
  expect(volume?.secret).toEqual({
    secretName: 'pone-agents-1',
    items: [{ key: 'server-ca.pem', path: 'server-ca.pem' }],
  })
})

test('a pod of a server that every machine knows is given none', () => {
  expect(secretManifest({ ...ids, name: 'a', token: 'secret', authority: null }).stringData).toEqual({
    token: 'secret',
  })
  const { env, mounts, volumes } = podWith(null)
  expect(env?.map(({ name }) => name)).not.toContain('PONE_AGENT_CA')
  expect([mounts?.length, volumes?.length]).toEqual([1, 1])
})
