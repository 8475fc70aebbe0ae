/** Why an access log of a machine could not be listed or counted, and what to do. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const logCountCauses = {
  logsOff: {
    zh: '该主机的所有者不允许读取访问日志；如需允许，由所有者在 Agent 的环境变量中列出目录，如 PONE_AGENT_ACCESS_LOGS=/var/log/nginx',
    en: 'the owner of the machine does not allow access logs to be read; to allow it, the owner lists folders in the environment of the agent, e.g. PONE_AGENT_ACCESS_LOGS=/var/log/nginx',
  },
  logsShared: {
    zh: '其他项目也可以使用该主机，其日志可能属于它们：请将主机只分配给本项目，或由所有者在 Agent 的环境变量中列出目录，如 PONE_AGENT_ACCESS_LOGS=/var/log/nginx',
    en: 'other projects may use the machine too, and its logs may be theirs: assign the machine to this project alone, or let its owner list folders in the environment of the agent, e.g. PONE_AGENT_ACCESS_LOGS=/var/log/nginx',
  },
  logNotAllowed: {
    zh: '该主机的所有者不允许读取此文件；如需允许，由所有者在 Agent 的环境变量中加入：{setting}',
    en: 'the owner of the machine does not allow this file to be read; to allow it, the owner adds to the environment of the agent: {setting}',
  },
  logNoRight: {
    zh: 'Agent 的账号不能读取该文件，请在该主机执行：{grant}',
    en: 'the account of the agent may not read the file; run on the machine: {grant}',
  },
  logNotThere: {
    zh: '文件已不存在或无法打开，请重新选择',
    en: 'the file is not there any more or cannot be opened; choose another one',
  },
  logBusy: {
    zh: '该主机正在统计另一个访问日志，请等它结束',
    en: 'the machine is counting another access log; wait for its end',
  },
  logMachineBusy: {
    zh: '该主机正在执行压测、录制或升级，统计会影响它，请等它结束',
    en: 'the machine is at work on a run, a recording or an upgrade, which counting would disturb; wait for its end',
  },
  logTooLong: {
    zh: '统计超过 {minutes} 分钟，已停止：请选择更短的时间段或更小的文件',
    en: 'counting took longer than {minutes} minutes and was stopped; choose a shorter period or a smaller file',
  },
  logProgramEnded: {
    zh: '统计程序意外结束，请重试；如再次失败，请选择更短的时间段',
    en: 'the counting program ended unexpectedly; try again, and with a shorter period if it fails again',
  },
  logUnreadable: {
    zh: '文件内容无法读取：压缩文件可能已损坏',
    en: 'the content of the file cannot be read; a compressed file may be damaged',
  },
} as const satisfies Catalogue
