/** Clusters, load machines, controllers and join tokens: their administration, and what a project sees and manages of them. */

import { engineSchema } from '@pone/plan/engines/schema.ts'
import { done, idSchema, noInput, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject } from '../call.ts'
import { calibrationSchema } from '../entities/calibration.ts'
import {
  adminClusterSchema,
  adminMachineSchema,
  assignments,
  clusterFieldsSchema,
  clusterSchema,
  controllerSchema,
  joinTokenFieldsSchema,
  joinTokenSchema,
  loadMachineSchema,
  machineFieldsSchema,
  namedSchema,
  projectClusterFieldsSchema,
  seenMachineIdsSchema,
} from '../entities/cluster.ts'
import { keepingOmitted } from '../update-input.ts'

const ids = z.array(idSchema).min(1).max(1_000)
const one = z.object({ id: idSchema })

export const clusterCalls = {
  list: defineCall({
    path: '/cluster/list',
    summary: { zh: '集群列表', en: 'List clusters' },
    permission: administrator,
    input: z.object({
      ...pageQueryShape,
      engine: z.union([z.literal('all'), engineSchema]).default('all'),
      state: z.enum(['all', 'online', 'offline']).default('all'),
      assignment: z.enum(['all', ...assignments]).default('all'),
      sort: z.enum(['name', 'createdAt', 'machines', 'remainingUsers', 'maxUsers']).default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(adminClusterSchema),
  }),
  /** What the forms of clusters, machines and tokens offer. */
  choices: defineCall({
    path: '/cluster/choices',
    summary: { zh: '集群表单的可选项', en: 'What the forms of clusters and machines offer' },
    permission: administrator,
    input: noInput,
    output: z.object({
      projects: z.array(namedSchema.extend({ code: z.string() })),
      machines: z.array(namedSchema.extend({ isOnline: z.boolean() })),
      /** The administrator's clusters. */
      clusters: z.array(namedSchema),
      controllers: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  controllers: defineCall({
    path: '/cluster/controllers',
    summary: { zh: '控制机列表', en: 'List controllers' },
    permission: administrator,
    input: noInput,
    output: z.array(controllerSchema),
  }),
  create: defineCall({
    path: '/cluster/create',
    summary: { zh: '新建集群', en: 'Create a cluster' },
    permission: administrator,
    input: clusterFieldsSchema,
    output: one,
    audit: 'cluster.create',
  }),
  edit: defineCall({
    path: '/cluster/edit',
    summary: { zh: '编辑集群', en: 'Edit a cluster' },
    permission: administrator,
    input: keepingOmitted(clusterFieldsSchema).extend({ id: idSchema, seenMachineIds: seenMachineIdsSchema }),
    output: done,
    audit: 'cluster.edit',
  }),
  delete: defineCall({
    path: '/cluster/delete',
    summary: { zh: '删除集群', en: 'Delete a cluster' },
    permission: administrator,
    input: one,
    output: done,
    audit: 'cluster.delete',
  }),
}

export const machineCalls = {
  list: defineCall({
    path: '/loadMachine/list',
    summary: { zh: '压力机列表', en: 'List load machines' },
    permission: administrator,
    input: z.object({
      ...pageQueryShape,
      clusterId: idSchema.or(z.enum(['all', 'none'])).default('all'),
      state: z
        .enum(['all', 'online', 'offline', 'running', 'idle', 'outOfService', 'revoked'])
        .default('all'),
      sort: z
        .enum(['name', 'since', 'cpu', 'remainingUsers', 'maxUsers', 'version', 'joinedAt'])
        .default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(adminMachineSchema),
  }),
  edit: defineCall({
    path: '/loadMachine/edit',
    summary: { zh: '编辑压力机', en: 'Edit a load machine' },
    permission: administrator,
    input: machineFieldsSchema.extend({ id: idSchema }),
    output: done,
    audit: 'loadMachine.edit',
  }),
  /** They leave the administrator's other clusters. */
  move: defineCall({
    path: '/loadMachine/move',
    summary: { zh: '移动压力机', en: 'Move load machines into a cluster' },
    permission: administrator,
    input: z.object({ ids, clusterId: idSchema }),
    output: done,
    audit: 'loadMachine.move',
  }),
  setService: defineCall({
    path: '/loadMachine/setService',
    summary: { zh: '停用或启用压力机', en: 'Take load machines out of service or back' },
    permission: administrator,
    input: z.object({ ids, isInService: z.boolean() }),
    output: done,
    audit: 'loadMachine.setService',
  }),
  /** The machine measures for about ten seconds what it can drive; a run that starts meanwhile ends it. Answers what is stored. */
  calibrate: defineCall({
    path: '/loadMachine/calibrate',
    summary: { zh: '测量压力机能力', en: 'Let a load machine measure what it can drive' },
    permission: administrator,
    input: one,
    output: calibrationSchema,
    audit: 'loadMachine.calibrate',
  }),
  /** Does nothing when there is none. */
  cancelCalibration: defineCall({
    path: '/loadMachine/cancelCalibration',
    summary: { zh: '取消压力机能力测量', en: 'Cancel the measurement of a load machine' },
    permission: administrator,
    input: one,
    output: done,
    audit: 'loadMachine.cancelCalibration',
  }),
  /** The old key stays valid until the machine has confirmed the new one. */
  rotateKey: defineCall({
    path: '/loadMachine/rotateKey',
    summary: { zh: '更换压力机密钥', en: 'Give a load machine a new key' },
    permission: administrator,
    input: one,
    output: done,
    audit: 'loadMachine.rotateKey',
  }),
  /** Its line is cut at once, and it is refused from then on. */
  revokeKey: defineCall({
    path: '/loadMachine/revokeKey',
    summary: { zh: '吊销压力机密钥', en: 'Revoke the key of a load machine' },
    permission: administrator,
    input: one,
    output: done,
    audit: 'loadMachine.revokeKey',
  }),
  delete: defineCall({
    path: '/loadMachine/delete',
    summary: { zh: '删除压力机', en: 'Delete load machines' },
    permission: administrator,
    input: z.object({ ids }),
    output: done,
    audit: 'loadMachine.delete',
  }),
}

export const joinTokenCalls = {
  list: defineCall({
    path: '/joinToken/list',
    summary: { zh: '接入令牌列表', en: 'List join tokens' },
    permission: administrator,
    input: noInput,
    output: z.array(joinTokenSchema),
  }),
  /** The token itself is in this answer only. */
  create: defineCall({
    path: '/joinToken/create',
    summary: { zh: '新建接入令牌', en: 'Create a join token' },
    permission: administrator,
    input: joinTokenFieldsSchema,
    output: z.object({ id: idSchema, token: z.string() }),
    audit: 'joinToken.create',
  }),
  /** Machines that have joined by it stay. */
  revoke: defineCall({
    path: '/joinToken/revoke',
    summary: { zh: '吊销接入令牌', en: 'Revoke a join token' },
    permission: administrator,
    input: one,
    output: done,
    audit: 'joinToken.revoke',
  }),
}

const view = inProject('cluster.view')
const edit = inProject('cluster.edit')

export const projectClusterCalls = {
  list: defineCall({
    path: '/projectCluster/list',
    summary: { zh: '项目可用的集群', en: 'Clusters the project may use' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(clusterSchema),
  }),
  /** Public ones and those assigned to the project, for clusters of its own. */
  machines: defineCall({
    path: '/projectCluster/machines',
    summary: { zh: '分配给项目的压力机', en: 'Load machines the project may put in its own clusters' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(loadMachineSchema),
  }),
  create: defineCall({
    path: '/projectCluster/create',
    summary: { zh: '新建项目集群', en: 'Create a cluster of the project' },
    permission: edit,
    input: projectClusterFieldsSchema.extend(projectScope),
    output: one,
    audit: 'projectCluster.create',
  }),
  edit: defineCall({
    path: '/projectCluster/edit',
    summary: { zh: '编辑项目集群', en: 'Edit a cluster of the project' },
    permission: edit,
    input: keepingOmitted(projectClusterFieldsSchema).extend({
      ...projectScope,
      id: idSchema,
      seenMachineIds: seenMachineIdsSchema,
    }),
    output: done,
    audit: 'projectCluster.edit',
  }),
  delete: defineCall({
    path: '/projectCluster/delete',
    summary: { zh: '删除项目集群', en: 'Delete a cluster of the project' },
    permission: edit,
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'projectCluster.delete',
  }),
}
