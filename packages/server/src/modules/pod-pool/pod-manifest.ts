/** The Kubernetes objects of a pool: a secret with a join token, and its pods; pure. */
import type { V1Pod, V1Secret } from '@kubernetes/client-node'
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import { maxRunDurationMs } from '@pone/schema/limits.ts'

/** The label by which a pool finds its own objects. */
export const poolLabel = 'pone.dev/pool'
/** The run for which a pod was created. */
export const runLabel = 'pone.dev/run'
const tokenEntry = 'token'
const authorityEntry = 'server-ca.pem'
const authorityFolder = '/opt/pone-agent/authority'
const agentUser = 10_001
/** Ends pods whose server no longer exists; longer than any run. */
const longestLifeSeconds = maxRunDurationMs / 1_000 + 24 * 3_600

const labelsOf = (clusterId: string, runId: string): Record<string, string> => ({
  'app.kubernetes.io/name': 'pone',
  'app.kubernetes.io/component': 'agent',
  'app.kubernetes.io/managed-by': 'pone',
  [poolLabel]: clusterId,
  [runLabel]: runId,
})

export interface PodPlan {
  readonly clusterId: string
  readonly runId: string
  readonly name: string
  readonly settings: PodPoolSettings
  readonly secret: { readonly name: string; readonly uid: string; readonly hasAuthority: boolean }
}

export function secretManifest(plan: {
  name: string
  clusterId: string
  runId: string
  token: string
  /** PEM of the CA that signed the server's certificate, if machines do not trust it by default. */
  authority: string | null
}): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: plan.name, labels: labelsOf(plan.clusterId, plan.runId) },
    type: 'Opaque',
    stringData: {
      [tokenEntry]: plan.token,
      ...(plan.authority === null ? {} : { [authorityEntry]: plan.authority }),
    },
  }
}

/** The pods are owned by the secret: deleting it deletes them. */
export function podManifest({ clusterId, runId, name, settings, secret }: PodPlan): V1Pod {
  const { cpuRequest, memoryRequest, nodeSelector, pullSecret } = settings
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: labelsOf(clusterId, runId),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: secret.name, uid: secret.uid }],
    },
    spec: {
      restartPolicy: 'Never',
      activeDeadlineSeconds: longestLifeSeconds,
      terminationGracePeriodSeconds: 20,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(pullSecret === '' ? {} : { imagePullSecrets: [{ name: pullSecret }] }),
      ...(nodeSelector.length === 0
        ? {}
        : { nodeSelector: Object.fromEntries(nodeSelector.map(({ key, value }) => [key, value])) }),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: agentUser,
        runAsGroup: agentUser,
        fsGroup: agentUser,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      // Load machines on the same node compete for CPU.
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { [poolLabel]: clusterId } },
        },
      ],
      containers: [
        {
          name: 'agent',
          image: settings.image,
          env: [
            { name: 'PONE_SERVER_URL', value: settings.serverUrl },
            ...(secret.hasAuthority
              ? [{ name: 'PONE_AGENT_CA', value: `${authorityFolder}/${authorityEntry}` }]
              : []),
            { name: 'PONE_AGENT_NAME', value: name },
            {
              name: 'PONE_AGENT_TOKEN',
              valueFrom: { secretKeyRef: { name: secret.name, key: tokenEntry } },
            },
          ],
          resources: {
            requests: { cpu: cpuRequest, memory: memoryRequest },
            limits: { memory: memoryRequest },
          },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          volumeMounts: [
            { name: 'data', mountPath: '/opt/pone-agent/data' },
            ...(secret.hasAuthority
              ? [{ name: 'authority', mountPath: authorityFolder, readOnly: true }]
              : []),
          ],
        },
      ],
      volumes: [
        { name: 'data', emptyDir: {} },
        ...(secret.hasAuthority ? [{ name: 'authority', secret: authorityOf(secret.name) }] : []),
      ],
    },
  }
}

/** Without the token, which is passed in the environment. */
const authorityOf = (secretName: string) => ({
  secretName,
  items: [{ key: authorityEntry, path: authorityEntry }],
})
