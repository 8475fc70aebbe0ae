/** Why a plan cannot run under a load, and what is changed or noteworthy when it does, as data with texts. */

import { type Bilingual, filled, type TextParams } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

/** `{name}` in a text is replaced by a parameter. */
const texts = {
  model: { zh: '{reason}', en: '{reason}' },
  noGroups: {
    zh: '计划中没有启用的线程组，无法施加负载',
    en: 'The plan has no enabled thread group that could carry load',
  },
  roundsOneMachine: {
    zh: 'JMeter 的同步定时器只在一台机器内集合，并发负载只能使用一台压力机',
    en: 'JMeter’s Synchronizing Timer gathers users of one machine only; the concurrency model needs a single load machine',
  },
  tooManyRows: {
    zh: '负载共有 {count} 级，超过终极线程组的上限 {limit} 级，请加大步长或间隔',
    en: 'The load has {count} steps, more than the {limit} that an Ultimate Thread Group takes; use larger steps or intervals',
  },
  tooManyThreads: {
    zh: '这种负载在本机要创建 {count} 个线程（每一级都是新线程），超过上限 {limit}',
    en: 'This load takes {count} threads on this machine, as every step has its own, which is more than {limit}',
  },
  threadsUnknown: {
    zh: '线程组“{name}”的线程数 {value} 是表达式，无法分配到多台压力机',
    en: 'The threads of “{name}” are the expression {value}, which cannot be shared out to several machines',
  },
  openModelOneMachine: {
    zh: '开放模型线程组“{name}”的计划无法分配到多台压力机',
    en: 'The schedule of the Open Model Thread Group “{name}” cannot be shared out to several machines',
  },
  unknownGroup: {
    zh: '不认识线程组“{name}”（{testclass}），无法分配到多台压力机',
    en: 'The thread group “{name}” ({testclass}) is not known and cannot be shared out to several machines',
  },
  edit: { zh: '计划无法修改：{code}', en: 'The plan could not be edited: {code}' },
} as const satisfies Catalogue

const noteTexts = {
  listenerOff: {
    zh: '监听器“{name}”在运行中停用，结果由平台收集',
    en: 'The listener “{name}” is off during the run; the platform collects the results',
  },
  secondsRounded: {
    zh: '时间已取整到秒，JMeter 的线程组只认整秒',
    en: 'Times are rounded to whole seconds, as JMeter’s thread groups take no others',
  },
  ranAtOnce: {
    zh: '线程组将同时运行（计划中为依次运行），以符合负载模型',
    en: 'Thread groups run at once, where the plan has them one after another, to follow the load model',
  },
  roundsPerGroup: {
    zh: '有 {count} 个线程组，每个线程组各自集合',
    en: 'There are {count} thread groups; each gathers its own users',
  },
  groupReplaced: {
    zh: '线程组“{name}”由 {testclass} 代替，以符合负载模型',
    en: 'The thread group “{name}” is replaced by {testclass} to follow the load model',
  },
  groupIdle: {
    zh: '线程组“{name}”在本机没有分到用户，已停用',
    en: 'The thread group “{name}” gets no users on this machine and is off',
  },
  aroundElsewhere: {
    zh: '线程组“{name}”在另一台压力机上执行一次，本机停用',
    en: 'The thread group “{name}” runs once, on another machine, and is off here',
  },
  samplerRemoved: {
    zh: 'JMeter 5 已移除取样器“{name}”的类型，不会发送它',
    en: 'JMeter 5 no longer has the kind of sampler that “{name}” is; it is not sent',
  },
  missingFile: {
    zh: '元件“{name}”用到的文件 {file} 不在组件中，将在压力机上按原路径查找',
    en: '“{name}” uses the file {file}, which the component does not hold; it is looked for on the machine',
  },
} as const satisfies Catalogue

type Params = TextParams

export interface LoadReason {
  readonly code: keyof typeof texts
  readonly params: Params
  readonly text: Bilingual
}

export interface LoadNote {
  readonly code: keyof typeof noteTexts
  readonly params: Params
  readonly text: Bilingual
}

/** A reason with its texts filled in. */
export const reason = (code: LoadReason['code'], params: Params = {}): LoadReason => ({
  code,
  params,
  text: filled(texts[code], params),
})

/** A note with its texts filled in. */
export const note = (code: LoadNote['code'], params: Params = {}): LoadNote => ({
  code,
  params,
  text: filled(noteTexts[code], params),
})
