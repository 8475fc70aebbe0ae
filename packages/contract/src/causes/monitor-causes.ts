/** Why a section of a monitor has no value, and what to do, in both languages. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { MonitorCause } from '../entities/monitor.ts'

export const monitorCauseTexts = {
  refused: {
    zh: '连接被拒绝，请检查端口以及服务是否运行',
    en: 'the connection was refused; check the port and whether the service is running',
  },
  unreachable: {
    zh: '无法到达目标，请检查地址、路由和防火墙',
    en: 'the target cannot be reached; check address, routing and firewall',
  },
  wrongPassword: {
    zh: '账号或密码不正确',
    en: 'user or password is wrong',
  },
  wrongProduct: {
    zh: '该端口上是另一种产品',
    en: 'another product answers on this port',
  },
  tlsMismatch: {
    zh: 'TLS 设置与目标不一致，或证书不受信任',
    en: 'the TLS settings do not match the target, or its certificate is not trusted',
  },
  hostKeyMismatch: {
    zh: '主机密钥指纹与监控中填写的不一致，主机给出的是 {fingerprint}；请向主机管理员核实后再修改监控',
    en: 'the host key is not the one in the monitor; the host shows {fingerprint}; confirm it with the administrator of the host, then change the monitor',
  },
  timedOut: { zh: '目标没有及时响应', en: 'the target did not respond in time' },
  tooLarge: { zh: '响应过大，没有读取', en: 'the response is too large and was not read' },
  malformed: { zh: '响应无法解析', en: 'the response cannot be parsed' },
  missingRight: {
    zh: '账号缺少权限，请执行：{grant}',
    en: 'the user lacks a right; execute: {grant}',
  },
  notSetUp: {
    zh: '所需的功能没有启用，请执行：{grant}',
    en: 'what this needs is not set up; execute: {grant}',
  },
  notAllowed: {
    zh: 'Agent 所在主机的所有者不允许读取此对象；如需允许，由所有者在 Agent 的环境变量中加入：{setting}',
    en: 'the owner of the agent’s machine does not allow monitors to read this; to allow it, the owner adds to the environment of the agent: {setting}',
  },
  overrun: {
    zh: '上一次采集尚未结束，跳过了这一次',
    en: 'the previous collection had not ended, so this one was skipped',
  },
  agentLost: {
    zh: '采集的 Agent 失去连接',
    en: 'the connection to the collecting agent was lost',
  },
  noAgent: {
    zh: '没有在线的 Agent 可以采集，请启动或分配 Agent',
    en: 'no agent that may collect is online; start or assign one',
  },
  noData: {
    zh: 'Agent 在线，但超过接收间隔的两倍没有收到数据',
    en: 'the agent is connected, but no data arrived for twice the receive interval',
  },
  spoolFull: {
    zh: 'Agent 的磁盘缓存已满，最早的数据被丢弃',
    en: 'the spool of the agent was full; the oldest data was dropped',
  },
  targetClosed: { zh: '目标关闭了连接', en: 'the target closed the connection' },
  stopped: { zh: '监控已停止', en: 'the monitor was stopped' },
  tooManyLabels: {
    zh: '标签组合过多，只保留其中一部分，其余的合计为 other 或不采集',
    en: 'there are too many label sets; a part of them is kept, the others are added up as “other” or left out',
  },
  credentialLost: {
    zh: '已保存的密码无法解密，请重新输入',
    en: 'the stored password cannot be decrypted; enter it again',
  },
  collectorEnded: {
    zh: '采集进程异常结束，已重新启动',
    en: 'the collector process ended and was started again',
  },
  setAside: {
    zh: '采集该部分时采集进程多次异常结束，已暂停采集，{seconds} 秒后重试',
    en: 'the collector process ended several times while it collected this section; it is not collected, and tried again after {seconds} s',
  },
} as const satisfies Readonly<Record<MonitorCause, Bilingual>>
