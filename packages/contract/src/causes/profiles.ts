/** Why no flame diagram could be taken of a process. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const profileCauses = {
  profileNoJvm: {
    zh: '该主机上没有与监控参数“进程”匹配的 JVM，请检查它是否在运行',
    en: 'no JVM on the machine fits the parameter “Process” of the monitor; check that it runs',
  },
  profileSeveralJvms: {
    zh: '有多个 JVM 与监控参数“进程”匹配，请填写更精确的值',
    en: 'several JVMs fit the parameter “Process” of the monitor; make it more precise',
  },
  profileNotAllowed: {
    zh: 'Agent 所在主机的所有者不允许读取此 JVM；如需允许，由所有者在 Agent 的环境变量中加入：{setting}',
    en: 'the owner of the agent’s machine does not allow this JVM to be read; to allow it, the owner adds to the environment of the agent: {setting}',
  },
  profileJvmEnded: {
    zh: 'JVM 在采集过程中退出，没有得到数据',
    en: 'the JVM ended while the profile was taken, so there is no data',
  },
  profileNoRight: {
    zh: 'Agent 的账号不能连接此 JVM，请以它的账号或 root 运行 Agent：{grant}',
    en: 'the account of the agent may not attach to this JVM; run the agent as its account or as root: {grant}',
  },
  profileAttachOff: {
    zh: 'JVM 不接受外部连接，请以此方式重新启动：{grant}',
    en: 'the JVM does not accept attaching; start it again with: {grant}',
  },
  profileNoJfr: {
    zh: 'JVM（{version}）没有 JFR；需要 HotSpot JDK 8u262 或 11 及以上版本',
    en: 'the JVM ({version}) has no JFR; HotSpot of JDK 8u262, or of 11 or later, is needed',
  },
  profileByJfr: {
    zh: 'CPU 由 JFR 采集，JDK 25 之前只含 Java 代码。原因：{reason}',
    en: 'JFR measured processor time, before JDK 25 of Java code only, since {reason}',
  },
  profileNoWall: {
    zh: '没有采集时钟类型。原因：{reason}',
    en: 'wall-clock time was not measured, since {reason}',
  },
  profileInlined: {
    zh: 'V8 的编译器 Maglev 内联的函数计入其调用者；要看到每个函数，请用参数 --no-maglev 启动程序',
    en: 'functions that V8’s compiler Maglev has inlined count as their callers; start the program with --no-maglev to see each function',
  },
  profileNoLibrary: {
    zh: 'Agent 所在主机没有 async-profiler：在该主机执行 ./pone install async-profiler，或通过部署安装 Arthas',
    en: 'the machine of the agent has no async-profiler: run ./pone install async-profiler there, or install Arthas by deployment',
  },
  profileOtherArchitecture: {
    zh: '没有适合此 JVM 的 CPU 架构的 async-profiler 3 或更高版本，支持 x64 和 arm64',
    en: 'there is no async-profiler 3 or later for the processor architecture of this JVM; x64 and arm64 can be had',
  },
  profileMusl: {
    zh: 'JVM 使用 musl 库，不加载 async-profiler：每次加载都会留下一份副本',
    en: 'the JVM uses the library musl, so async-profiler is not loaded: each time a copy would stay in it',
  },
  profileLibraryRefused: {
    zh: 'JVM 或 async-profiler 拒绝了采集',
    en: 'the JVM or async-profiler refused',
  },
  profileWarned: {
    zh: 'async-profiler 提示结果可能不完整',
    en: 'async-profiler warned that something may be missing',
  },
  profileNoAnswer: {
    zh: '{address} 没有应答：检查地址，以及 Agent 所在主机能否访问',
    en: '{address} did not answer: check the address, and whether the machine of the agent can reach it',
  },
  profileNoPprof: {
    zh: '{address} 返回状态码 {status}：Go 程序需要导入 net/http/pprof 并监听该地址',
    en: '{address} answered with status {status}: the Go program must import net/http/pprof and serve it there',
  },
  profileNoInspector: {
    zh: '{address} 没有 Node.js 的 inspector：启动时加上 --inspect=127.0.0.1:9229',
    en: '{address} has no inspector of Node.js: start the program with --inspect=127.0.0.1:9229',
  },
  profileNoProgram: {
    zh: 'Agent 所在主机没有安装 {program}',
    en: 'the machine of the agent has no {program}; install it there',
  },
  profileProgramFailed: { zh: '{program} 没有得到结果', en: '{program} gave no result' },
  profileProgramRefused: {
    zh: '{program} 没有权限（perf_event_paranoid 为 {paranoid}）：以该进程的账号或 root 运行 Agent',
    en: '{program} has no right (perf_event_paranoid is {paranoid}); run the agent as the account of the process or as root',
  },
  profileNoProcess: {
    zh: '该主机上没有匹配的进程，请检查它是否在运行',
    en: 'no process on the machine fits; check that it runs',
  },
  profileSeveralProcesses: {
    zh: '有多个进程匹配，请填写进程号',
    en: 'several processes fit; enter the number of one',
  },
  profileRefused: { zh: 'JVM 拒绝了采集命令', en: 'the JVM refused the command to record' },
  profileTooLarge: {
    zh: '采集结果超过 {limit} MiB，请缩短时长或减少类型',
    en: 'the result has more than {limit} MiB; take it for a shorter time or with fewer types',
  },
  threadsTooLarge: {
    zh: 'JVM 的线程过多，线程转储超过 256 MiB，没有保存',
    en: 'the JVM has too many threads: its dump has more than 256 MiB and was not stored',
  },
  threadsJvmEnded: {
    zh: 'JVM 已退出，之前的转储已保存',
    en: 'the JVM ended; the dumps before that are stored',
  },
  threadsTooMany: {
    zh: 'Agent 同时最多执行 {limit} 组线程转储，请稍后再试',
    en: 'an agent dumps threads for at most {limit} orders at once; try again later',
  },
  threadsNotRead: {
    zh: 'Agent 返回的第 {number} 次转储无法读取',
    en: 'dump {number} that the agent sent cannot be read',
  },
  profileUnreadable: { zh: '采集的 JFR 文件无法读取', en: 'the JFR file cannot be read' },
  profileNoSamples: {
    zh: '采集期间没有符合条件的样本：JVM 空闲，或被包含、排除的类全部过滤',
    en: 'there were no samples: the JVM was idle, or the included and excluded classes left nothing',
  },
  profileOverlap: {
    zh: '同一 JVM 的上一次采集尚未结束，跳过了这一次',
    en: 'another profile of the same JVM was being taken, so this one was left out',
  },
  profileTooMany: {
    zh: 'Agent 正在采集 {limit} 个火焰图，请稍后再试',
    en: 'the agent already takes {limit} profiles; try again later',
  },
  profileTimedOut: {
    zh: 'JVM 在 {seconds} 秒内没有完成采集',
    en: 'the JVM did not answer within {seconds} s',
  },
  profileNoAgent: {
    zh: '采集该监控的 Agent 不在线，请启动 Agent 和监控',
    en: 'the agent that collects the monitor is not online; start the agent and the monitor',
  },
  profileAgentLost: {
    zh: 'Agent 没有返回结果：连接中断、Agent 重启或版本过旧',
    en: 'the agent sent no result: its connection was lost, it restarted, or it is too old for flame diagrams',
  },
  profileProcessEnded: {
    zh: 'Agent 的采集进程异常结束',
    en: 'the process of the agent that takes profiles ended',
  },
  profileNotStored: {
    zh: '服务器无法保存结果',
    en: 'the server could not store the result',
  },
} as const satisfies Catalogue
