/** Errors of captures of packets and of recordings by agents. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const captureErrorTexts = {
  CaptureUnderWay: {
    zh: '您有一个抓包正在进行（在此项目或其他项目中），请先在对应项目的组件编辑器中停止或丢弃它',
    en: 'You have a capture of packets under way, in this project or another one. Stop or discard it in the component editor of that project first',
  },
  CaptureMachineBusy: {
    zh: '压力机“{name}”上已有一个抓包，请等它结束',
    en: 'Another capture is under way on the machine “{name}”. Wait for its end',
  },
  CapturesFull: {
    zh: '服务器上已有 {limit} 个抓包在进行，请稍后再试',
    en: 'The server already has {limit} captures under way. Try again later',
  },
  CaptureMachineSilent: {
    zh: '压力机“{name}”的 Agent 没有应答，请检查它是否在线；旧版本的 Agent 需要升级',
    en: 'The agent of the machine “{name}” does not answer. Check that it is online; agents of older versions must be upgraded',
  },
  CaptureNotComplete: {
    zh: '抓包还没有完成，请等它结束',
    en: 'The capture is not complete yet. Wait for its end',
  },
  RecordingMachineSilent: {
    zh: '压力机“{name}”的 Agent 没有应答，请检查它是否在线；旧版本的 Agent 需要升级',
    en: 'The agent of the load machine “{name}” does not answer. Check that it is online; agents of older versions must be upgraded',
  },
  RecordingMachineOff: {
    zh: '压力机“{name}”不允许录制代理；如需允许，由其所有者在 Agent 的环境变量中设置端口，如 PONE_AGENT_RECORDING_PORTS=8640-8649',
    en: 'The load machine “{name}” allows no recording proxies. To allow them, its owner names ports in the environment of the agent, e.g. PONE_AGENT_RECORDING_PORTS=8640-8649',
  },
  RecordingMachineBusy: {
    zh: '压力机“{name}”上已有一个录制或抓包，请等它结束',
    en: 'The load machine “{name}” already has a recording or capture under way. Wait for its end',
  },
} as const satisfies Catalogue
