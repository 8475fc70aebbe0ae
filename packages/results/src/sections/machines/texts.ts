/** Words of the section "machines" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  machines: { zh: '压力机', en: 'Load machines' },
  maxCpu: { zh: '压测进程最高 CPU', en: 'Engine CPU, highest' },
  maxHostCpu: { zh: '整机最高 CPU', en: 'Host CPU, highest' },
  ofCores: { zh: '{percent}（{cores} 核）', en: '{percent} of {cores} cores' },
  ofOneCore: { zh: '{percent}（1 核）', en: '{percent} of 1 core' },
  'help.maxCpu': {
    zh: '最忙的压测进程在半秒以上的测量区间内的 CPU 占用，相对于它能使用的核数',
    en: 'CPU of the busiest engine process over intervals of half a second and more, as a share of the cores that it can use',
  },
  'help.maxHostCpu': {
    zh: '机器上全部程序的 CPU 占用，相对于全部核数',
    en: 'CPU of everything on the machine, as a share of all its cores',
  },
  notMeasured: { zh: '运行时间过短，未测得', en: 'too short to be measured' },
  overloadedAt: { zh: '{from} – {to} 过载：{reasons}', en: 'overloaded from {from} to {to}: {reasons}' },
  busyWithOthers: {
    zh: '{from} – {to} 机器忙于其他程序：整机 CPU {host}，其中压测进程 {engine}',
    en: 'busy with other work from {from} to {to}: host CPU {host}, of which the engine {engine}',
  },
  busyItself: {
    zh: '{from} – {to} 整机 CPU {host}，其中压测进程 {engine}：已达机器上限',
    en: 'host CPU {host} from {from} to {to}, of which the engine {engine}: the machine is at its limit',
  },
  maxDelay: { zh: '最大事件循环延迟', en: 'Longest event-loop delay' },
  maxMemory: { zh: '最大内存', en: 'Most memory' },
  startSkew: { zh: '启动偏差', en: 'Start offset' },
  machineState: { zh: '状况', en: 'State' },
  keptUp: { zh: '跟得上负载', en: 'Kept up' },
  wasOverloaded: { zh: '曾经过载', en: 'Was overloaded' },
  cpuOverTime: { zh: 'CPU 变化', en: 'CPU over time' },
} as const satisfies Catalogue
