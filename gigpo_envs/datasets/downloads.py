"""Getting files onto this machine: from a URL, an archive or a folder."""

from __future__ import annotations

import os
import shutil
import tarfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tqdm import tqdm

SCHEMES = ("http://", "https://", "ftp://", "file://")
CHUNK = 1 << 20
TIMEOUT = 60.0


def is_url(source: str) -> bool:
    """Return whether the source is an address rather than a path."""
    return source.startswith(SCHEMES)


def download(url: str, target: Path) -> Path:
    """Fetch a file; it takes its name only when it is complete.

    Args:
        url: Its address: http, https, ftp or file.
        target: Where it shall lie.

    Returns:
        The target.

    Raises:
        OSError: There is no answer, the answer is a web page instead of a file, or it broke off.
    """
    part = target.with_name(target.name + ".part")
    cure = "try again, or fetch it with another tool and pass its place with --from"
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer, part.open("wb") as out:
            if answer.headers.get_content_type() == "text/html":
                raise OSError(f"{url} answers with a web page, not a file (a limit of the host?): {cure}")
            total = int(answer.headers.get("Content-Length") or 0) or None
            with tqdm(desc=target.name, total=total, unit="B", unit_scale=True, disable=None) as bar:
                while block := answer.read(CHUNK):
                    out.write(block)
                    bar.update(len(block))
        size = part.stat().st_size
        if total is not None and size != total:
            raise OSError(f"{url} broke off after {size} of {total} bytes: {cure}")
        os.replace(part, target)
    except (urllib.error.URLError, ValueError) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        raise OSError(f"cannot download {url} ({error}): {cure}") from error
    finally:
        part.unlink(missing_ok=True)
    return target


def obtain(source: str, scratch: Path) -> Path:
    """Return the local folder or file that a source stands for; an archive is unpacked.

    Args:
        source: A folder, a file, a .zip or .tar archive, or the URL of a file or an archive.
        scratch: An existing folder for what has to be written.

    Raises:
        FileNotFoundError: There is nothing at that path, or it is empty.
        OSError: The download failed.
        ValueError: The archive cannot be read.
    """
    if not source.strip():
        raise FileNotFoundError("--from is empty: pass the folder, archive or URL that holds the files")
    if is_url(source):
        name = Path(unquote(urlsplit(source).path)).name or "download"
        path = download(source, scratch / name)
    else:
        path = Path(os.path.expanduser(source)).resolve()
    if not path.exists():
        raise FileNotFoundError(f"--from {source!r}: there is nothing at {path}")
    if path.is_dir():
        return path
    return unpack(path, scratch / "unpacked")


def unpack(path: Path, folder: Path) -> Path:
    """Unpack an archive into a folder and return the folder; a file of another kind is returned as it is.

    Raises:
        ValueError: The archive cannot be read.
    """
    try:
        if zipfile.is_zipfile(path):
            shutil.unpack_archive(path, folder, "zip")
        elif tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                archive.extractall(folder, filter="data")
        else:
            return path
    except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
        raise ValueError(f"{path} is a damaged archive ({error}): get it again") from error
    return folder
