"""Writes rows of CSV (id, day, amount) as workbooks: days as days, amounts as numbers, one sheet before them."""

import csv
import datetime
import sys

import openpyxl
import xlsxwriter
from openpyxl.utils.datetime import CALENDAR_MAC_1904

source, folder = sys.argv[1:]
with open(source, newline="") as file:
    rows = [(name, datetime.date.fromisoformat(day), float(amount)) for name, day, amount in list(csv.reader(file))[1:]]
head = ("id", "date", "amount")

for name, epoch in (("openpyxl", None), ("openpyxl-1904", CALENDAR_MAC_1904)):
    book = openpyxl.Workbook()
    if epoch is not None:
        book.epoch = epoch
    book.active.append(["Not the books"])
    sheet = book.create_sheet("Books")
    for row in (head, *rows):
        sheet.append(row)
    book.save(f"{folder}/{name}.xlsx")

book = xlsxwriter.Workbook(f"{folder}/xlsxwriter.xlsx")
book.add_worksheet("Not the books")
sheet = book.add_worksheet("Books")
day = book.add_format({"num_format": "d mmm yyyy"})
sheet.write_row(0, 0, head)
for place, (name, on, amount) in enumerate(rows, 1):
    sheet.write_string(place, 0, name)
    sheet.write_datetime(place, 1, on, day)
    sheet.write_number(place, 2, amount)
book.close()
