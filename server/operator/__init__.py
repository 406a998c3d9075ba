"""What operators can see and do, the orders by which they reach other processes, and the
record that is kept of each act.
"""

from server.operator.acts import Acts, Operator
from server.operator.context import OperatorContext
from server.operator.order_handler import OrderHandler

__all__ = ["Acts", "Operator", "OperatorContext", "OrderHandler"]
