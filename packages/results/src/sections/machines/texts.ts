/** Words of the section "machines" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  machines: { zh: '压力机', en: 'Load machines' },
  maxCpu: { zh: '压测进程最高 CPU', en: 'Max engine CPU' },
  maxHostCpu: { zh: '整机最高 CPU', en: 'Max host CPU' },
  ofCores: { zh: '{percent}（{cores} 核）', en: '{percent} of {cores} cores' },
  ofOneCore: { zh: '{percent}（1 核）', en: '{percent} of 1 core' },
  'help.maxCpu': {
    zh: '最忙的压测进程在半秒以上的测量区间内的 CPU 占用，相对于它能使用的核数',
    en: 'CPU usage of the busiest engine process in intervals of at least half a second, relative to the cores it can use',
  },
  'help.maxHostCpu': {
    zh: '机器上全部程序的 CPU 占用，相对于全部核数',
    en: 'CPU usage of all programs on the machine, relative to all cores',
  },
  notMeasured: { zh: '运行时间过短，未测得', en: 'run too short, not measured' },
  overloadedAt: { zh: '{from} – {to} 过载：{reasons}', en: 'overloaded {from} – {to}: {reasons}' },
  busyWithOthers: {
    zh: '{from} – {to} 机器忙于其他程序：整机 CPU {host}，其中压测进程 {engine}',
    en: 'busy with other programs {from} – {to}: host CPU {host}, of which engine processes {engine}',
  },
  busyItself: {
    zh: '{from} – {to} 整机 CPU {host}，其中压测进程 {engine}：已达机器上限',
    en: 'host CPU {host} in {from} – {to}, of which engine processes {engine}: the machine is at its limit',
  },
  maxDelay: { zh: '最大事件循环延迟', en: 'Max event-loop delay' },
  maxMemory: { zh: '最大内存', en: 'Max memory' },
  startSkew: { zh: '启动偏差', en: 'Start offset' },
  machineState: { zh: '状况', en: 'Condition' },
  keptUp: { zh: '状态良好', en: 'Good' },
  wasOverloaded: { zh: '曾经过载', en: 'Overloaded' },
  cpuOverTime: { zh: 'CPU 变化', en: 'CPU over time' },
} as const satisfies Catalogue
