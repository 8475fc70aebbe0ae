# Whether an agent may be installed in a folder: read by install.sh, and sent by the server to a host before it brings anything.

# Sets folder_problem, empty when all is well: systemFolder, foreignFolder, folderNotWritable; and folder_detail. $1: an absolute path.
check_folder() {
  folder_problem= folder_detail=$1
  real_path "$1" || return 0
  case $folder_detail/ in
    / | /usr/local/ | /usr/local/bin/* | /usr/local/etc/* | /usr/local/games/* | /usr/local/include/* | /usr/local/lib/* | \
      /usr/local/man/* | /usr/local/sbin/* | /usr/local/share/* | /usr/local/src/*)
      folder_problem=systemFolder
      return 0
      ;;
    /usr/local/?*) ;;
    /bin/* | /boot/* | /dev/* | /etc/* | /lib/* | /lib32/* | /lib64/* | /libx32/* | /proc/* | /run/* | /sbin/* | /sys/* | /usr/* | \
      /home/ | /media/ | /mnt/ | /opt/ | /root/ | /srv/ | /tmp/ | /var/ | \
      /var/backups/ | /var/cache/ | /var/lib/ | /var/local/ | /var/log/ | /var/mail/ | /var/opt/ | /var/spool/ | /var/tmp/ | \
      "${HOME:-/root}/")
      folder_problem=systemFolder
      return 0
      ;;
  esac
  if [ -d "$1" ] && ! is_of_agent "$1"; then folder_problem=foreignFolder; return 0; fi
  probe=$(mktemp -d "$folder_above/.pone-XXXXXX" 2>/dev/null) && rmdir "$probe" || folder_problem=folderNotWritable
}

# Sets folder_above, the nearest folder that exists, and folder_detail, the path without links.
real_path() {
  folder_above=$1 missing=
  while [ ! -d "$folder_above" ]; do
    if [ -e "$folder_above" ] || [ -L "$folder_above" ]; then folder_problem=folderNotWritable; return 1; fi
    missing=/${folder_above##*/}$missing
    folder_above=$(dirname "$folder_above")
  done
  above=$(CDPATH='' cd -P -- "$folder_above" 2>/dev/null && pwd -P) || { folder_problem=folderNotWritable; return 1; }
  folder_detail=${above%/}$missing
}

# Empty, or what an installation of an agent leaves: also one that was interrupted, or removed without its data.
is_of_agent() {
  [ -f "$1/agent.env" ] || [ -f "$1/app/bin/pone-agent" ] || [ -d "$1/data/upgrade" ] && return 0
  for entry in "$1"/* "$1"/.[!.]*; do
    case $entry in
      "$1/*" | "$1/.[!.]*" | "$1/app.new" | "$1/app.old" | "$1/lost+found") ;;
      *) return 1 ;;
    esac
  done
}
