/** Texts of errors about flame diagrams. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const profileErrorTexts = {
  ProfileRefused: {
    zh: '无法读取剖析文件：{detail}',
    en: 'The profile file cannot be read. {detail}',
  },
  ProfileTooHeavy: {
    zh: '剖析文件过大，{seconds} 秒内未能读完；请缩短采集时间或减少采集的事件',
    en: 'The profile file is too large and could not be read within {seconds} s. Record for a shorter time or fewer events',
  },
  ProfilesExceeded: {
    zh: '一个项目最多 {limit} 个火焰图，请先删除不用的',
    en: 'A project can have at most {limit} flame diagrams. Delete unused ones first',
  },
  ProfilingNeedsJvm: {
    zh: '只能采集 JVM 监控的火焰图，请选择类型为 JVM 的监控',
    en: 'Flame diagrams are taken of JVMs. Choose a monitor of the type JVM',
  },
  ProfilingNeedsAddress: {
    zh: '请填写目标地址，如 http://127.0.0.1:6060',
    en: 'Enter the address of the target, e.g. http://127.0.0.1:6060',
  },
  ProfilingNeedsProcess: {
    zh: '请填写进程号或程序名',
    en: 'Enter the number of the process or a part of its program',
  },
  ProfilingKindsRefused: {
    zh: '该目标只能采集：{kinds}',
    en: 'Of this target only these types can be taken: {kinds}',
  },
  ProfilingCycleShort: {
    zh: '生成周期至少比采集时长多 {seconds} 秒',
    en: 'The generation cycle must be at least {seconds} s longer than each flame diagram takes',
  },
  ProfilingsExceeded: {
    zh: '一个项目最多同时有 {limit} 个定时采集，请先取消不用的',
    en: 'A project can have at most {limit} active orders for flame diagrams. Cancel unused ones first',
  },
  ThreadDumpsNeedJvm: {
    zh: '只能转储 JVM 监控的线程，请选择类型为 JVM 的监控',
    en: 'Threads are dumped of JVMs. Choose a monitor of the type JVM',
  },
  ThreadDumpsBusy: {
    zh: '该监控的线程转储正在进行，请等待结束或先取消',
    en: 'The threads of this monitor are being dumped. Wait for the end or cancel it first',
  },
  ThreadDumpsLong: {
    zh: '从第一次到最后一次转储最长 {minutes} 分钟，请减少次数或缩短间隔',
    en: 'From the first dump to the last at most {minutes} min may pass. Take fewer dumps or a shorter interval',
  },
  ThreadDumpsExceeded: {
    zh: '一个项目最多保存 {limit} 组线程转储，请先删除不用的',
    en: 'A project can keep the thread dumps of at most {limit} orders. Delete unused ones first',
  },
} as const satisfies Catalogue
