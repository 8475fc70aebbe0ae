/** Texts of recording by a proxy of the server or of a load machine; zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const recordMessages = {
  'component.record.open': text('录制请求…', 'Record requests…'),
  'component.record.title': text('录制请求', 'Record requests'),
  'component.record.help': text(
    'Pone 为您启动一个代理；浏览器或手机通过它访问被测应用，请求随后作为步骤导入。',
    'Pone starts a proxy for you. Use the application through it with a browser or phone, then import the requests as steps.',
  ),
  'component.record.place': text('代理运行在', 'Where the proxy runs'),
  'component.record.onServer': text('服务器', 'Server'),
  'component.record.placeHelp': text(
    '选择能访问被测应用的压力机；浏览器需要能访问它，其 Agent 需要设置端口（PONE_AGENT_RECORDING_PORTS）',
    'Choose a load machine that reaches the application, and that your browser reaches. Its agent needs ports (PONE_AGENT_RECORDING_PORTS)',
  ),
  'component.record.onMachine': text(
    '代理运行在压力机“{{machine}}”上',
    'The proxy runs on the load machine “{{machine}}”',
  ),
  'component.record.hosts': text('只录制的主机', 'Record only these hosts'),
  'component.record.hostsHelp': text(
    '用逗号分隔，包括其下级域名；留空则全部录制。其他主机的连接不解密',
    'Separated by commas, with all hosts below them; empty: all. Connections to others are not decrypted',
  ),
  'component.record.devices': text('也从手机等其他设备录制', 'Record from phones and other devices, too'),
  'component.record.devicesHelp': text(
    '不选时只有您现在的地址可以连接；密码始终需要',
    'Without it only the address that you use now may connect; the password is asked for in any case',
  ),
  'component.record.anyCertificate': text(
    '接受无法验证的目标证书',
    'Accept certificates of targets that cannot be verified',
  ),
  'component.record.anyCertificateHelp': text(
    '被测应用使用自签名证书时选择',
    'For an application with a certificate of its own making',
  ),
  'component.record.keepAuthority': text(
    '保留证书供以后的录制使用',
    'Keep the certificate for further recordings',
  ),
  'component.record.keepAuthorityHelp': text(
    '不选时，项目的最后一个录制导入、丢弃或到期后证书随即删除，设备下次录制须安装新证书；选择后保留 30 天',
    'Without it the certificate is removed with the last recording of the project, when that is imported, discarded or an hour old, and devices have to install a new one for the next recording. With it the certificate is kept for 30 days',
  ),
  'component.record.authorityHelp': text(
    '已保留的证书不再使用时请删除，并从设备中删除',
    'Remove a certificate that was kept when it is no longer used, from the devices as well',
  ),
  'component.record.removeAuthority': text('删除项目的证书', 'Remove the certificate of the project'),
  'component.record.authorityRemoved': text(
    '已删除；下次录制会生成新证书，请从设备中删除旧证书',
    'Removed. The next recording makes a new one; remove the old one from devices',
  ),
  'component.record.start': text('开始录制', 'Start recording'),
  'component.record.stop': text('停止并选择请求', 'Stop and choose requests'),
  'component.record.discard': text('丢弃录制', 'Discard the recording'),
  'component.record.discarding': text('丢弃已录制的请求？', 'Discard what was recorded?'),
  'component.record.import': text('选择请求', 'Choose requests'),
  'component.record.closing': text('录制仍在进行，要关闭窗口吗？', 'Close while the recording is under way?'),
  'component.record.closingHelp': text(
    '关闭后录制继续，在“添加步骤”的“录制请求”中可以再次打开；15 分钟没有请求时会自动结束。',
    'The recording goes on. Open it again with “Record requests” when you add a step. It ends after 15 minutes without a request.',
  ),
  'component.record.closeAnyway': text('关闭', 'Close'),
  'component.record.computer': text('本机浏览器', 'Browser on this computer'),
  'component.record.device': text('手机等其他设备', 'Phone or other device'),
  'component.record.system': text('操作系统', 'Operating system'),
  'component.record.runCommand': text(
    '在终端运行此命令，启动专用于录制的 Chrome，无需安装证书：',
    'Run this command in a terminal. It starts a Chrome for the recording, in which no certificate has to be installed:',
  ),
  'component.record.copyCommand': text('复制命令', 'Copy the command'),
  'component.record.typePassword': text(
    '浏览器询问代理的用户名和密码时，输入右侧的值。',
    'Type the user name and password beside this when the browser asks for those of the proxy.',
  ),
  'component.record.otherBrowser': text(
    '其他浏览器：在网络设置中手动填写代理，并导入证书。',
    'Other browsers: set the proxy by hand in the network settings, and import the certificate.',
  ),
  'component.record.loopback': text(
    '您通过本机地址打开了此页面，其他设备无法访问代理。请让服务器监听其他地址（PONE_HOST），并用该地址打开此页面。',
    'You opened this page at an address of this computer, where other devices cannot reach the proxy. Let the server listen at another address (PONE_HOST), and open the page there.',
  ),
  'component.record.closedToDevices': text(
    '此录制只允许您的地址连接。要用其他设备录制，请丢弃它，并在开始时选择“也从手机等其他设备录制”。',
    'Only your address may connect to this recording. To record from another device, discard it and choose “Record from phones and other devices, too” at the start.',
  ),
  'component.record.deviceProxy': text(
    '在设备的 Wi-Fi 设置中，将代理改为手动，填写右侧的地址和端口；询问时输入用户名和密码。',
    'In the Wi-Fi settings of the device set the proxy to manual, with the address and port beside this. Type user name and password when asked.',
  ),
  'component.record.deviceCertificate': text(
    '扫描二维码并安装证书。iOS：安装后在“设置 > 通用 > 关于本机 > 证书信任设置”中启用；Android：在“安全”设置中安装 CA 证书。',
    'Scan the code and install the certificate. iOS: then switch it on in Settings > General > About > Certificate Trust Settings. Android: install it as a CA certificate in the security settings.',
  ),
  'component.record.deviceEnd': text(
    '录制后删除设备上的代理设置和证书；下次录制使用新证书，须重新安装。',
    'After recording remove the proxy and the certificate from the device. The next recording has a new certificate, which has to be installed anew.',
  ),
  'component.record.deviceEndKept': text(
    '录制后删除设备上的代理设置。证书保留 30 天，以后的录制继续使用；不再使用时从设备中删除。',
    'After recording remove the proxy from the device. The certificate is kept for 30 days and used by further recordings; remove it from the device when it is no longer used.',
  ),
  'component.record.scan': text('用手机扫描以安装证书：', 'Scan with a phone to install the certificate:'),
  'component.record.address': text('代理地址', 'Proxy'),
  'component.record.port': text('端口', 'Port'),
  'component.record.user': text('用户名', 'User name'),
  'component.record.password': text('密码', 'Password'),
  'component.record.copyPassword': text('复制密码', 'Copy the password'),
  'component.record.certificate': text('证书', 'Certificate'),
  'component.record.download': text('下载', 'Download'),
  'component.record.transaction': text('事务名称', 'Name of a transaction'),
  'component.record.mark': text('开始事务', 'Begin transaction'),
  'component.record.noTransaction': text(
    '先开始事务再点击，随后的请求归入该事务',
    'Begin a transaction before you click: the requests after that belong to it',
  ),
  'component.record.inTransaction': text(
    '当前请求归入事务“{{name}}”',
    'Requests now belong to the transaction “{{name}}”',
  ),
  'component.record.count': text('已录制 {{count}} 个请求', '{{count}} requests recorded'),
  'component.record.count_one': text('已录制 {{count}} 个请求', '{{count}} request recorded'),
  'component.record.hidden': text('{{count}} 个未列出', '{{count}} not listed'),
  'component.record.hideStatic': text('隐藏静态文件', 'Hide static files'),
  'component.record.hideOthers': text('隐藏其他网站', 'Hide other sites'),
  'component.record.none': text('尚无请求', 'No requests yet'),
  'component.record.list': text('录制的请求', 'Recorded requests'),
  'component.record.noResponse': text('无响应', 'No response'),
  'component.record.kept': text(
    '录制在服务器上保留一小时，然后删除。',
    'The server keeps the recording for an hour and then removes it.',
  ),
  'component.record.end.stopped': text('录制已停止', 'The recording was stopped'),
  'component.record.end.timeLimit': text(
    '录制达到一小时的上限，已停止',
    'The recording reached its limit of an hour and was stopped',
  ),
  'component.record.end.idle': text(
    '15 分钟没有请求，录制已停止',
    'Nothing was requested for 15 minutes; the recording was stopped',
  ),
  'component.record.end.bytes': text(
    '录制达到 512 MB 的上限，已停止',
    'The recording reached its limit of 512 MB and was stopped',
  ),
  'component.record.end.exchanges': text(
    '录制达到 20,000 个请求的上限，已停止',
    'The recording reached its limit of 20,000 requests and was stopped',
  ),
  'component.record.end.fileFailed': text(
    '服务器无法写入录制文件，请检查磁盘空间；已写入的请求可以导入',
    'The server could not write the file; check its disk space. The requests that were written can be imported',
  ),
  'component.record.end.failed': text(
    '录制代理意外退出；已写入的请求可以导入，事务名称可能已丢失',
    'The recording proxy ended unexpectedly. The requests that were written can be imported; names of transactions may be lost',
  ),
  'component.record.end.machineLost': text(
    'Agent 已重新启动或与服务器断开过久，录制已丢失，请重新录制',
    'The agent was restarted, or was without the server for too long. The recording is lost; record again',
  ),
  'component.record.end.serverEnded': text(
    '服务器已重新启动，录制因此结束；此前的请求可以导入',
    'The server was restarted, which ended the recording. The requests before that can be imported',
  ),
}
