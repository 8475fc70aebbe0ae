/** Why packets of a machine could not be captured, and what to do. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const captureCauses = {
  captureOff: {
    zh: '该压力机的所有者不允许抓包；如需允许，由所有者设置 Agent 的环境变量 PONE_AGENT_CAPTURES=own',
    en: 'the owner of the machine does not allow captures of packets; to allow them, the owner sets the environment variable PONE_AGENT_CAPTURES=own of the agent',
  },
  captureShared: {
    zh: '其他项目也可以使用该压力机，抓包会得到它们的数据：请将压力机只分配给本项目，或由所有者设置 Agent 的环境变量 PONE_AGENT_CAPTURES=all',
    en: 'other projects may use the machine too, and a capture would hold their data: assign the machine to this project alone, or let its owner set the environment variable PONE_AGENT_CAPTURES=all of the agent',
  },
  captureNoProgram: {
    zh: '压力机上没有 tcpdump，请在该主机安装，如 {install}',
    en: 'the machine has no tcpdump; install it there, e.g. {install}',
  },
  captureNoRight: {
    zh: 'Agent 的账号没有抓包权限；如需授予，在该主机执行：{grant}',
    en: 'the account of the agent has no right to capture packets; to grant it, run on the machine: {grant}',
  },
  captureNoInterface: {
    zh: '压力机上没有网卡 {name}，请重新选择',
    en: 'the machine has no network interface {name}; choose another one',
  },
  captureBusy: {
    zh: '该压力机上已有一个抓包，请等它结束',
    en: 'another capture is under way on the machine; wait for its end',
  },
  captureProgramFailed: {
    zh: '抓包程序没有启动',
    en: 'the program that captures packets did not start',
  },
  captureDisk: {
    zh: '压力机上的抓包文件无法写入，请检查 Agent 数据目录的磁盘空间',
    en: 'the machine could not write the file of the capture; check the disk space of the agent’s data folder',
  },
  captureLost: {
    zh: 'Agent 已重新启动或与服务器断开过久，抓到的包已丢失，请重新抓包',
    en: 'the agent was restarted, or was without the server for too long, so the packets are lost; capture them again',
  },
  captureSilent: {
    zh: 'Agent 没有应答，请检查它是否在线；旧版本的 Agent 需要升级',
    en: 'the agent does not answer; check that it is online. Agents of older versions must be upgraded',
  },
  captureNotAllotted: {
    zh: '抓包期间，该压力机不再只属于本项目，抓到的包已删除',
    en: 'the machine ceased to be of this project alone during the capture, so the packets were removed',
  },
  captureNotKept: {
    zh: '服务器无法保存 Agent 发送的抓包，请检查服务器的磁盘空间',
    en: 'the server could not store what the agent sent; check the disk space of the server',
  },
} as const satisfies Catalogue
