/** Words of the section "machines" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  machines: text('压力机', 'Load machines'),
  maxCpu: text('压测进程最高 CPU', 'Engine CPU, highest'),
  maxHostCpu: text('整机最高 CPU', 'Host CPU, highest'),
  ofCores: text('{percent}（{cores} 核）', '{percent} of {cores} cores'),
  'help.maxCpu': text(
    '最忙的压测进程在半秒以上的测量区间内的 CPU 占用，相对于它能使用的核数',
    'CPU of the busiest engine process over intervals of half a second and more, as a share of the cores that it can use',
  ),
  'help.maxHostCpu': text(
    '机器上全部程序的 CPU 占用，相对于全部核数',
    'CPU of everything on the machine, as a share of all its cores',
  ),
  notMeasured: text('运行时间过短，未测得', 'too short to be measured'),
  overloadedAt: text('{from} – {to} 过载：{reasons}', 'overloaded from {from} to {to}: {reasons}'),
  busyWithOthers: text(
    '{from} – {to} 机器忙于其他程序：整机 CPU {host}，其中压测进程 {engine}',
    'busy with other work from {from} to {to}: host CPU {host}, of which the engine {engine}',
  ),
  busyItself: text(
    '{from} – {to} 整机 CPU {host}，其中压测进程 {engine}：已达机器上限',
    'host CPU {host} from {from} to {to}, of which the engine {engine}: the machine is at its limit',
  ),
  maxDelay: text('最大事件循环延迟', 'Longest event-loop delay'),
  maxMemory: text('最大内存', 'Most memory'),
  startSkew: text('启动偏差', 'Start offset'),
  machineState: text('状况', 'State'),
  keptUp: text('跟得上负载', 'Kept up'),
  wasOverloaded: text('曾经过载', 'Was overloaded'),
  cpuOverTime: text('CPU 变化', 'CPU over time'),
} as const satisfies Texts
