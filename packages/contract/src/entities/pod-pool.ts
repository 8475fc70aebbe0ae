/** Load machines on demand: how a cluster makes its machines as pods on Kubernetes. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const dnsLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const dnsName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/
const labelKey = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/
const labelValue = /^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/

export const podPoolSettingsSchema = z.object({
  /** `inCluster`: the cluster that the server itself runs in, with the rights of its service account. */
  connection: z.enum(['inCluster', 'kubeconfig']).default('inCluster'),
  namespace: z.string().trim().regex(dnsLabel),
  image: z.string().trim().min(1).max(255).regex(/^\S+$/),
  /** Secret that opens the image's registry; '' = none. */
  pullSecret: z.string().trim().regex(dnsName).or(z.literal('')).default(''),
  /** Address under which the pods reach the server. */
  serverUrl: z.url({ protocol: /^https?$/ }).max(255),
  usersPerPod: z.int().min(1).max(100_000).default(2_000),
  maxPods: z.int().min(1).max(500).default(10),
  /** As Kubernetes writes them, e.g. `500m`, `2`, `1Gi`. */
  cpuRequest: z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)?m?$/)
    .default('1'),
  memoryRequest: z
    .string()
    .trim()
    .regex(/^\d+(Mi|Gi)$/)
    .default('1Gi'),
  nodeSelector: z
    .array(z.object({ key: z.string().regex(labelKey), value: z.string().regex(labelValue) }))
    .max(20)
    .default([]),
  /** A pod without a run is deleted after this. */
  idleMinutes: z.int().min(0).max(1_440).default(10),
  /** Longest that a run waits for its pods. */
  startMinutes: z.int().min(1).max(60).default(5),
})
export type PodPoolSettings = z.infer<typeof podPoolSettingsSchema>

export const podPoolSchema = podPoolSettingsSchema.extend({ hasKubeconfig: z.boolean() })
export type PodPool = z.infer<typeof podPoolSchema>

export const podStates = ['starting', 'joined', 'ending', 'failed'] as const
export const poolPodSchema = z.object({
  name: z.string(),
  state: z.enum(podStates),
  /** The load machine that it has become; null before it joined. */
  machineId: idSchema.nullable(),
  createdAt: instantSchema,
  /** Why it does not get on, in words; '' when nothing is wrong. */
  problem: z.string(),
})
export type PoolPod = z.infer<typeof poolPodSchema>

export const maxKubeconfigLength = 65_536
