/** Captures of packets by agents, from which steps of a component are made; each person has one capture at most, which nobody else sees. */
import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  captureInterfaceSchema,
  captureOrderSchema,
  captureRights,
  captureSchema,
} from '../entities/capture.ts'

/** Packets hold what everybody on the machine sends: more than the right to edit components is needed. */
const operate = inProject('machine.operate')
const one = z.object({ ...projectScope, id: idSchema })

export const captureCalls = {
  /** Those that the project may use. */
  machines: defineCall({
    path: '/capture/machines',
    summary: { zh: '可以抓包的压力机', en: 'Machines for captures of packets' },
    permission: operate,
    refusesApiToken: true,
    input: z.object(projectScope),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        address: z.string(),
        isOnline: z.boolean(),
        /** No other project may use it. */
        isOwn: z.boolean(),
      }),
    ),
  }),
  /** Asked of the agent. Refused with CaptureMachineSilent when it does not answer. */
  interfaces: defineCall({
    path: '/capture/interfaces',
    summary: { zh: '压力机的网卡', en: 'Network interfaces of a machine' },
    permission: operate,
    refusesApiToken: true,
    input: z.object({ ...projectScope, agentId: z.string().max(100) }),
    output: z.object({
      /** Whether the machine has a program that captures packets. */
      hasProgram: z.boolean(),
      /** As the owner of the machine decides. */
      right: z.enum(captureRights),
      isOwn: z.boolean(),
      interfaces: z.array(captureInterfaceSchema),
    }),
  }),
  /** Refused with CaptureUnderWay, CaptureMachineBusy, CapturesFull, CaptureNotOwn and CaptureMachineSilent; other causes are told by the capture. */
  start: defineCall({
    path: '/capture/start',
    summary: { zh: '在压力机上开始抓包', en: 'Start a capture of packets on a machine' },
    permission: operate,
    refusesApiToken: true,
    input: z.object({ ...projectScope, agentId: z.string().max(100), ...captureOrderSchema.shape }),
    output: captureSchema,
    audit: 'capture.start',
  }),
  /** The caller's own in the project, also when it has ended. */
  current: defineCall({
    path: '/capture/current',
    summary: { zh: '当前抓包', en: 'The current capture of packets' },
    permission: operate,
    refusesApiToken: true,
    input: z.object(projectScope),
    output: z.object({ capture: captureSchema.nullable() }),
  }),
  /** What was captured is then sent to the server. */
  stop: defineCall({
    path: '/capture/stop',
    summary: { zh: '停止抓包', en: 'Stop a capture of packets' },
    permission: operate,
    refusesApiToken: true,
    input: one,
    output: captureSchema,
    audit: 'capture.stop',
  }),
  /** The pcap file of a complete capture. */
  download: defineCall({
    path: '/capture/download',
    summary: { zh: '下载抓包文件', en: 'Download the file of a capture of packets' },
    permission: operate,
    refusesApiToken: true,
    input: one,
    output: z.unknown(),
    download: true,
  }),
  /** Stops it and removes its file. */
  discard: defineCall({
    path: '/capture/discard',
    summary: { zh: '删除抓包', en: 'Delete a capture of packets' },
    permission: operate,
    refusesApiToken: true,
    input: one,
    output: done,
    audit: 'capture.discard',
  }),
}
