/** Why something could not go on at a load machine: told there as a code inside a text, which passes agent, server and database as it is, and read by each reader in his language. */

import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import { z } from 'zod'

/** `{name}` in a text stands for a parameter. */
const texts = {
  jmeterMissing: {
    zh: '负载机上没有 JMeter，请从下载中心安装，或在该机器上执行 ./pone install jmeter',
    en: 'there is no JMeter on the machine: install one from the download centre, or by ./pone install jmeter',
  },
  jmeterVersionMissing: {
    zh: '负载机上没有安装 JMeter {version}',
    en: 'JMeter {version} is not installed on the machine',
  },
  javaMissing: {
    zh: '负载机上没有可用的 Java，JMeter 需要 Java 8 或更高版本',
    en: 'there is no Java on the machine, which JMeter needs (version 8 or later)',
  },
  javaRefused: {
    zh: 'Java 没有启动起来就退出了（退出码 {code}），请检查场景中的 Java 虚拟机选项',
    en: 'Java ended before JMeter ran (exit code {code}): check the Java options of the scenario',
  },
  heapTooLarge: {
    zh: 'Java 虚拟机选项 {option} 超过负载机的内存（{memoryMib} MiB）',
    en: 'the Java option {option} asks for more memory than the machine has ({memoryMib} MiB)',
  },
  outOfMemory: {
    zh: 'JMeter 内存不足，请在 Java 虚拟机选项中用 -Xmx 加大内存，或减少每台负载机的用户数',
    en: 'JMeter ran out of memory: give it more with -Xmx in the Java options, or fewer users per machine',
  },
  pluginMissing: {
    zh: '计划用到 {name}，负载机的 JMeter 中没有这个类：缺少插件 jar，请上传到组件或安装到 JMeter',
    en: 'the plan uses {name}, which the JMeter of the machine does not have: a plugin jar is missing; upload it to the component or put it into JMeter',
  },
  threadGroupsMissing: {
    zh: '这种负载需要插件线程组（jmeter-plugins-casutg），负载机的 JMeter {version} 中没有；请把该 jar 上传到组件，或安装自带它的 JMeter',
    en: 'the load needs the plugin thread groups (jmeter-plugins-casutg), which JMeter {version} on the machine does not have: upload the jar to the component, or install a JMeter that brings it',
  },
  planFileMissing: {
    zh: '计划用到的文件不存在：{name}；请上传到组件',
    en: 'a file of the plan is missing: {name}; upload it to the component',
  },
  fileNotFetched: {
    zh: '负载机没能取到文件 {name}',
    en: 'the machine could not fetch the file {name}',
  },
  planUnreadable: { zh: '计划无法读取：{reason}', en: 'the plan cannot be read: {reason}' },
  ofComponent: { zh: '组件“{component}”：{reason}', en: 'component “{component}”: {reason}' },
  javaNotApart: {
    zh: 'JMeter 以 Agent 的 root 帐号运行：无法为它分配独立帐号，或独立帐号读不到 JMeter、Java 或运行目录（例如位于 /root 下）。计划里的代码拥有 root 能做的一切；请把 Agent 安装到其他帐号可读的目录，或以普通用户运行 Agent',
    en: 'JMeter runs with the agent’s account, root: it cannot be given an account of its own, or that one cannot reach JMeter, Java or the run’s folder (e.g. below /root). Code of the plan can do all that root can; install the agent in a folder that others can read, or run it as an ordinary user',
  },
  planNotCompiled: {
    zh: 'JMeter 无法执行计划：{reason}',
    en: 'JMeter cannot run the plan: {reason}',
  },
  planNotLoaded: {
    zh: 'JMeter 在装载计划时退出（退出码 {code}）',
    en: 'JMeter ended while it was loading the plan (exit code {code})',
  },
  planLoadTimeout: {
    zh: 'JMeter 在 {seconds} 秒内没有准备好（装载计划和 setUp 线程组）',
    en: 'JMeter did not get ready within {seconds} s (to load the plan and run its setUp groups)',
  },
  setUpStopped: {
    zh: 'setUp 线程组停止了测试，没有开始加压',
    en: 'a setUp thread group stopped the test before its load began',
  },
  stoppedByPlan: { zh: '计划停止了测试', en: 'the plan stopped the test' },
  jmeterEnded: {
    zh: 'JMeter 意外退出（退出码 {code}），结果不完整',
    en: 'JMeter ended unexpectedly (exit code {code}), so its results are not complete',
  },
  rowCutOff: {
    zh: 'JMeter 的最后一行结果不完整',
    en: 'the last row of JMeter’s results is cut off',
  },
  noSample: {
    zh: 'JMeter 结束了，但没有发出任何请求',
    en: 'JMeter ended without a single sample',
  },
  resultsUnreadable: {
    zh: 'JMeter 的结果无法读取（{code}）',
    en: 'the results of JMeter cannot be read ({code})',
  },
  serverUnreachable: {
    zh: '负载机长时间连不上服务器',
    en: 'the machine could not reach the server for too long',
  },
  engineEnded: {
    zh: '压测进程在准备时退出（{how}）',
    en: 'the engine process ended while it was preparing ({how})',
  },
  rowsUsedUp: {
    zh: '组件“{component}”的参数 {parameter} 已没有可用的行，用户因此提前结束；请增加数据行，或把“用完后”改为循环',
    en: 'parameter {parameter} of component “{component}” has no row left, so its users ended early: give it more rows, or let it start again when they are used up',
  },
} as const satisfies Record<string, Bilingual>

export type CauseCode = keyof typeof texts
export type CauseParams = Readonly<Record<string, string | number | Bilingual>>

/** Raw lines are for those who look closely; more than this of them says nothing more. */
const maxRawLength = 2_000

/** The text that stands for a cause; `raw` is what the program said that it is known from. */
export function toldCause(code: CauseCode, params: CauseParams = {}, raw = ''): string {
  const told = raw === '' ? params : { ...params, raw: raw.trim().slice(0, maxRawLength) }
  // Brackets inside would end it too early.
  return `[[${code} ${JSON.stringify(told).replaceAll(']', String.raw`\u005d`)}]]`
}

const toldSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]),
)
const isCode = (code: string): code is CauseCode => Object.hasOwn(texts, code)

/** A text with every cause inside it as a sentence; what the programs said themselves stands in `raw`, '' when they said nothing. */
export function readCause(text: string, language: Language): { text: string; raw: string } {
  const raws: string[] = []
  const read = text.replaceAll(/\[\[(\w+) (\{[^\]]*\})\]\]/g, (whole, code: string, json: string) => {
    const params = paramsIn(json)
    if (!isCode(code) || params === null) return whole
    const { raw, ...named } = params
    if (typeof raw === 'string' && raw !== '') raws.push(raw)
    return texts[code][language].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = named[name]
      return value === undefined ? place : typeof value === 'object' ? value[language] : String(value)
    })
  })
  return { text: read, raw: raws.join('\n') }
}

function paramsIn(json: string): z.infer<typeof toldSchema> | null {
  try {
    const parsed = toldSchema.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** A text with every cause inside it as a sentence, and what the programs said behind it. */
export function causeText(text: string, language: Language): string {
  const read = readCause(text, language)
  return read.raw === '' ? read.text : `${read.text}\n${read.raw}`
}

/** An expected end that carries a cause for people. */
export class CauseError extends Error {
  /** `raw` as in toldCause. */
  constructor(code: CauseCode, params: CauseParams = {}, raw = '') {
    super(toldCause(code, params, raw))
    this.name = 'CauseError'
  }
}
