/** Load machines on demand: the settings of a cluster that makes its machines as pods. */

import { done, idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall } from '../call.ts'
import {
  maxKubeconfigLength,
  podPoolSchema,
  podPoolSettingsSchema,
  poolPodSchema,
} from '../entities/pod-pool.ts'
import { keepingOmitted } from '../update-input.ts'

const cluster = z.object({ clusterId: idSchema })
/** What is left out is as it is stored, or without anything stored the default; of the kubeconfig '' too. */
const settings = cluster.extend({
  settings: keepingOmitted(podPoolSettingsSchema),
  kubeconfig: z.string().max(maxKubeconfigLength).optional(),
})

export const podPoolCalls = {
  /** null when the cluster has only machines that joined by themselves. */
  get: defineCall({
    path: '/podPool/get',
    summary: { zh: '集群的按需压力机设置', en: 'How a cluster makes machines on demand' },
    permission: administrator,
    input: cluster,
    output: z.object({ pool: podPoolSchema.nullable() }),
  }),
  save: defineCall({
    path: '/podPool/save',
    summary: { zh: '保存按需压力机设置', en: 'Save how a cluster makes machines on demand' },
    permission: administrator,
    input: settings,
    output: podPoolSchema,
    audit: 'podPool.save',
  }),
  /** Pods that are there are deleted. */
  remove: defineCall({
    path: '/podPool/remove',
    summary: { zh: '停用按需压力机', en: 'Stop making machines on demand' },
    permission: administrator,
    input: cluster,
    output: done,
    audit: 'podPool.remove',
  }),
  /** Tries the connection and the rights without keeping anything; `problem` is '' when all is well. */
  check: defineCall({
    path: '/podPool/check',
    summary: { zh: '测试 Kubernetes 连接', en: 'Try the connection to Kubernetes' },
    permission: administrator,
    input: settings,
    output: z.object({ problem: z.string(), version: z.string() }),
  }),
  pods: defineCall({
    path: '/podPool/pods',
    summary: { zh: '按需压力机列表', en: 'Pods of a cluster' },
    permission: administrator,
    input: cluster,
    output: z.array(poolPodSchema),
  }),
}
