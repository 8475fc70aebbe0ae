/** Recording by a proxy of the server or of an agent, from which steps of a component are made; each person has one under way at most, which nobody else sees. */
import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { maxRecordingHosts, proxyRecordingSchema } from '../entities/recording.ts'

const edit = inProject('component.edit')
const one = z.object({ ...projectScope, id: idSchema })

export const recordingCalls = {
  /** Closed to whoever does not know its password. */
  start: defineCall({
    path: '/recording/start',
    summary: { zh: '开始录制', en: 'Start recording' },
    permission: edit,
    refusesApiToken: true,
    input: z.object({
      ...projectScope,
      /** Recorded with all below them; connections to others are passed on unread. Empty: all. */
      hosts: z.array(z.hostname().max(253)).max(maxRecordingHosts).default([]),
      /** Other devices, such as phones, may connect; else the address of the caller alone. */
      opensToDevices: z.boolean().default(false),
      acceptsAnyCertificate: z.boolean().default(false),
      /** The authority of the project stays for later recordings; else it is removed with the last one. */
      keepsAuthority: z.boolean().default(false),
      /** The machine that the proxy runs on, which takes the right to operate machines; null: the server. */
      agentId: z.string().max(100).nullable().default(null),
    }),
    output: proxyRecordingSchema,
    audit: 'recording.start',
  }),
  /** The caller's own in the project, also when it has ended. */
  current: defineCall({
    path: '/recording/current',
    summary: { zh: '当前录制', en: 'The current recording' },
    permission: edit,
    refusesApiToken: true,
    input: z.object({
      ...projectScope,
      /** Position of the first request that is wanted. */
      from: z.int().min(0).default(0),
    }),
    output: z.object({ recording: proxyRecordingSchema.nullable() }),
  }),
  /** Requests from now on belong to a transaction. */
  mark: defineCall({
    path: '/recording/mark',
    summary: { zh: '开始录制中的事务', en: 'Begin a transaction of a recording' },
    permission: edit,
    refusesApiToken: true,
    input: z.object({ ...projectScope, id: idSchema, title: z.string().trim().min(1).max(100) }),
    output: done,
  }),
  stop: defineCall({
    path: '/recording/stop',
    summary: { zh: '停止录制', en: 'Stop recording' },
    permission: edit,
    refusesApiToken: true,
    input: one,
    output: proxyRecordingSchema,
    audit: 'recording.stop',
  }),
  /** The HAR file of a recording that has ended. */
  download: defineCall({
    path: '/recording/download',
    summary: { zh: '下载录制文件', en: 'Download the file of a recording' },
    permission: edit,
    refusesApiToken: true,
    input: one,
    output: z.unknown(),
    download: true,
  }),
  /** Stops it and removes its file. */
  discard: defineCall({
    path: '/recording/discard',
    summary: { zh: '删除录制', en: 'Delete a recording' },
    permission: edit,
    refusesApiToken: true,
    input: one,
    output: done,
    audit: 'recording.discard',
  }),
  /** The next recording of the project makes a new one. */
  removeAuthority: defineCall({
    path: '/recording/removeAuthority',
    summary: { zh: '删除项目的录制证书', en: 'Remove the recording authority of the project' },
    permission: edit,
    refusesApiToken: true,
    input: z.object(projectScope),
    output: done,
    audit: 'recording.removeAuthority',
  }),
}
