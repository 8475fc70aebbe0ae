/** Texts of captures of packets on load machines; zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const machineCaptureMessages = {
  'component.machineCapture.open': text('从压力机抓包…', 'Capture on a load machine…'),
  'component.machineCapture.title': text('从压力机抓包', 'Capture on a load machine'),
  'component.machineCapture.help': text(
    'Agent 在所选压力机上抓包，完成后此页面读取数据包。文件在服务器上最多保留一小时。',
    'The agent of the machine captures packets, which this page reads afterwards. The server keeps the file for an hour at most.',
  ),
  'component.machineCapture.machine': text('压力机', 'Load machine'),
  'component.machineCapture.noMachines': text(
    '本项目没有可用的压力机，请联系管理员分配',
    'This project may use no load machine. Ask an administrator to assign one',
  ),
  'component.machineCapture.offline': text('离线', 'offline'),
  'component.machineCapture.protocol': text('协议', 'Protocol'),
  'component.machineCapture.allProtocols': text('TCP 和 UDP 等全部', 'TCP, UDP and all others'),
  'component.machineCapture.host': text('IP 地址（可选）', 'IP address (optional)'),
  'component.machineCapture.hostWrong': text(
    '请填写 IP 地址，而不是主机名',
    'Enter an IP address, not a name',
  ),
  'component.machineCapture.port': text('端口（可选）', 'Port (optional)'),
  'component.machineCapture.seconds': text('最长时间（秒）', 'Longest time (s)'),
  'component.machineCapture.megabytes': text('最大大小（MB）', 'Largest size (MB)'),
  'component.machineCapture.starting': text('正在启动抓包…', 'The capture is starting…'),
  'component.machineCapture.sending': text(
    '已抓到 {{packets}} 个数据包，正在接收：{{sent}} / {{size}}',
    '{{packets}} packets captured, receiving {{sent}} of {{size}}',
  ),
  'component.machineCapture.sent': text('已接收', 'Received'),
  'component.machineCapture.complete': text(
    '压力机“{{machine}}”上抓到 {{packets}} 个数据包，{{size}}',
    '{{packets}} packets captured on the load machine “{{machine}}”, {{size}}',
  ),
  'component.machineCapture.dropped': text(
    '压力机另有 {{count}} 个数据包未能写入；缩小过滤范围可以避免',
    '{{count}} more packets came too fast for the machine. A narrower filter avoids this',
  ),
  'component.machineCapture.dropped_one': text(
    '压力机另有 {{count}} 个数据包未能写入；缩小过滤范围可以避免',
    '{{count}} more packet came too fast for the machine. A narrower filter avoids this',
  ),
  'component.machineCapture.end.stopped': text('抓包已停止', 'The capture was stopped'),
  'component.machineCapture.end.timeLimit': text(
    '抓包达到设定的时间，已停止',
    'The capture reached its longest time and was stopped',
  ),
  'component.machineCapture.end.bytes': text(
    '抓包达到设定的大小，已停止',
    'The capture reached its largest size and was stopped',
  ),
  'component.machineCapture.end.packets': text(
    '抓包达到 1,000,000 个数据包的上限，已停止',
    'The capture reached its limit of 1,000,000 packets and was stopped',
  ),
  'component.machineCapture.end.programEnded': text(
    '压力机上的抓包程序自行退出，此前的数据包仍可读取',
    'The capture program on the machine ended by itself. The packets before that can be read',
  ),
  'component.machineCapture.failed': text('抓包失败', 'The capture failed'),
  'component.machineCapture.read': text('读取', 'Read'),
  'component.machineCapture.discard': text('丢弃', 'Discard'),
  'component.machineCapture.again': text('重新设置', 'Change and try again'),
}
